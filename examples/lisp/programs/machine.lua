local function cons(a, b) return { car = a, cdr = b } end
local function list(...)
  local l
  for i = select("#", ...), 1, -1 do l = cons((select(i, ...)), l) end
  return l
end
local functions
local function lookup(name, env)
  while env.car.car ~= name do env = env.cdr end
  return env.car.cdr
end
local run
local function call(f, x) return run(f.cdr, cons(cons(f.car, x), nil)) end
function run(e, env)
  if type(e) == "number" then return e end
  if type(e) == "string" then return lookup(e, env) end
  local op, rest = e.car, e.cdr
  if op == "add" then return run(rest.car, env) + run(rest.cdr.car, env) end
  if op == "sub" then return run(rest.car, env) - run(rest.cdr.car, env) end
  if op == "less" then return run(rest.car, env) < run(rest.cdr.car, env) end
  if op == "if" then
    if run(rest.car, env) then return run(rest.cdr.car, env) end
    return run(rest.cdr.cdr.car, env)
  end
  return call(lookup(op, functions), run(rest.car, env))
end
functions = list(cons("fib", cons("n",
  list("if", list("less", "n", 2), "n",
    list("add", list("fib", list("sub", "n", 1)), list("fib", list("sub", "n", 2)))))))
local function workload(n) return call(functions.car.cdr, n) end

local size = tonumber(arg and arg[1]) or 12
local repeats = tonumber(arg and arg[2])
local answer
for k = 1, repeats or 1 do
  local start = os.clock()
  answer = workload(size)
  if repeats then io.stderr:write(string.format("iter %d %.6f\n", k, os.clock() - start)) end
end
print(answer)
