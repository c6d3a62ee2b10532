-- A module for loading.lua to require.
local M = { name = "sample module" }
function M.double(x) return x * 2 end
return M
