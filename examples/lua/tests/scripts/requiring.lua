-- Searchers of `require`: preloaded functions, files, and C modules, which here are not there.

package.path, package.cpath = "./modules/?.lua;./nowhere/?.lua", "./nowhere/?.so;./nowhere/all.so"
print(package.config)
print(#package.searchers, package.loaded._G == _G, package.loaded.string == string)
for _, name in ipairs { "no.such.module", "nosuch", "" } do print(pcall(require, name)) end
package.preload["pre.loaded"] = function(...) print("loader", ...) return nil end
print(require("pre.loaded")) print(require("pre.loaded")) print(package.loaded["pre.loaded"])
package.preload.second = function(name) package.loaded[name] = "by itself" end
print(require("second")) print(require "second")
package.preload.third = function() return false end
print(require("third")) print(require("third"))
for i, search in ipairs(package.searchers) do print(i, pcall(search, "no.module")) end
print(pcall(package.searchers[1]), pcall(package.searchers[4], "root"))
print(package.searchpath("a.b", "?;./?.x;;x/?/?.y"), package.searchpath("a.b", "?.1;?.2", ".", "-")) print(package.searchpath("a-b", "?.q", "-", "+")) print(package.searchpath("x", ""))
print(package.searchpath("requiring", "./?.lua"), package.searchpath("no.x", "./?.lua", ""))
package.path = nil print(pcall(require, "q")) package.path = "./modules/?.lua"
package.cpath = {} print(pcall(require, "q")) package.cpath = ""
print(pcall(require, "q"))
table.insert(package.searchers, 1, function(name) if name == "mine" then return function(...) return select("#", ...), ... end, "extra" end return nil end)
table.insert(package.searchers, 2, function(name) return "\n\tsaid so" end)
table.insert(package.searchers, 3, function(name) return 5 end)
print(require "mine") print(pcall(require, "not.mine"))
package.searchers = nil
print(pcall(require, "other")) print(require "mine")
print(pcall(require), pcall(require, {}))
