# One-way constraints between variables, solved incrementally: a chain of equalities and a set of scalings.
import sys
import time

REQUIRED, STRONG, PREFERRED, NORMAL, WEAK = 0, 1, 2, 3, 6
NONE, FORWARD, BACKWARD = 0, 1, -1


class Variable:
    def __init__(self, name, value=0):
        self.name = name
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.mark = 0
        self.walk_strength = WEAK
        self.stay = True

    def add(self, constraint):
        self.constraints.append(constraint)

    def remove(self, constraint):
        self.constraints.remove(constraint)
        if self.determined_by is constraint:
            self.determined_by = None


class Constraint:
    is_input = False

    def __init__(self, strength):
        self.strength = strength

    def activate(self, planner):
        self.add_to_graph()
        planner.incremental_add(self)

    def destroy(self, planner):
        if self.is_satisfied():
            planner.incremental_remove(self)
        else:
            self.remove_from_graph()

    def satisfy(self, mark, planner):
        self.choose_method(mark)
        if not self.is_satisfied():
            if self.strength == REQUIRED:
                raise RuntimeError("a required constraint cannot be satisfied")
            return None
        self.mark_inputs(mark)
        out = self.output()
        overridden = out.determined_by
        if overridden is not None:
            overridden.unsatisfy()
        out.determined_by = self
        if not planner.propagate(self, mark):
            raise RuntimeError("a cycle")
        out.mark = mark
        return overridden


class Unary(Constraint):
    def __init__(self, variable, strength, planner):
        super().__init__(strength)
        self.variable = variable
        self.satisfied = False
        self.activate(planner)

    def add_to_graph(self):
        self.variable.add(self)
        self.satisfied = False

    def remove_from_graph(self):
        self.variable.remove(self)
        self.satisfied = False

    def choose_method(self, mark):
        v = self.variable
        self.satisfied = v.mark != mark and self.strength < v.walk_strength

    def is_satisfied(self):
        return self.satisfied

    def mark_inputs(self, mark):
        pass

    def inputs_known(self, mark):
        return True

    def output(self):
        return self.variable

    def unsatisfy(self):
        self.satisfied = False

    def recalculate(self):
        v = self.variable
        v.walk_strength = self.strength
        v.stay = not self.is_input
        if v.stay:
            self.execute()

    def execute(self):
        pass


class Stay(Unary):
    pass


class Edit(Unary):
    is_input = True


class Binary(Constraint):
    def __init__(self, left, right, strength, planner):
        super().__init__(strength)
        self.left = left
        self.right = right
        self.direction = NONE
        self.activate(planner)

    def variables(self):
        return (self.left, self.right)

    def add_to_graph(self):
        for v in self.variables():
            v.add(self)
        self.direction = NONE

    def remove_from_graph(self):
        for v in self.variables():
            v.remove(self)
        self.direction = NONE

    def choose_method(self, mark):
        a, b = self.left, self.right
        if a.mark == mark:
            self.direction = FORWARD if b.mark != mark and self.strength < b.walk_strength else NONE
        elif b.mark == mark:
            self.direction = BACKWARD if self.strength < a.walk_strength else NONE
        elif a.walk_strength > b.walk_strength:
            self.direction = BACKWARD if self.strength < a.walk_strength else NONE
        else:
            self.direction = FORWARD if self.strength < b.walk_strength else NONE

    def is_satisfied(self):
        return self.direction != NONE

    def mark_inputs(self, mark):
        self.input().mark = mark

    def input(self):
        return self.left if self.direction == FORWARD else self.right

    def output(self):
        return self.right if self.direction == FORWARD else self.left

    def inputs_known(self, mark):
        v = self.input()
        return v.mark == mark or v.stay or v.determined_by is None

    def unsatisfy(self):
        self.direction = NONE

    def recalculate(self):
        source, out = self.input(), self.output()
        out.walk_strength = max(self.strength, source.walk_strength)
        out.stay = source.stay
        if out.stay:
            self.execute()


class Equality(Binary):
    def execute(self):
        self.output().value = self.input().value


class Scale(Binary):
    def __init__(self, source, factor, offset, dest, strength, planner):
        self.factor = factor
        self.offset = offset
        super().__init__(source, dest, strength, planner)

    def variables(self):
        return (self.left, self.right, self.factor, self.offset)

    def mark_inputs(self, mark):
        super().mark_inputs(mark)
        self.factor.mark = self.offset.mark = mark

    def execute(self):
        if self.direction == FORWARD:
            self.right.value = self.left.value * self.factor.value + self.offset.value
        else:
            self.left.value = (self.right.value - self.offset.value) // self.factor.value

    def recalculate(self):
        source, out = self.input(), self.output()
        out.walk_strength = max(self.strength, source.walk_strength)
        out.stay = source.stay and self.factor.stay and self.offset.stay
        if out.stay:
            self.execute()


class Planner:
    def __init__(self):
        self.mark = 0

    def new_mark(self):
        self.mark += 1
        return self.mark

    def incremental_add(self, constraint):
        mark = self.new_mark()
        overridden = constraint.satisfy(mark, self)
        while overridden is not None:
            overridden = overridden.satisfy(mark, self)

    def incremental_remove(self, constraint):
        out = constraint.output()
        constraint.unsatisfy()
        constraint.remove_from_graph()
        unsatisfied = self.remove_downstream(out)
        for strength in range(REQUIRED, WEAK + 1):
            for c in unsatisfied:
                if c.strength == strength:
                    self.incremental_add(c)

    def make_plan(self, sources):
        mark = self.new_mark()
        plan = []
        todo = sources
        while todo:
            c = todo.pop()
            if c.output().mark != mark and c.inputs_known(mark):
                plan.append(c)
                c.output().mark = mark
                self.consumers(c.output(), todo)
        return plan

    def plan_for(self, constraints):
        return self.make_plan([c for c in constraints if c.is_input and c.is_satisfied()])

    def propagate(self, constraint, mark):
        todo = [constraint]
        while todo:
            c = todo.pop()
            if c.output().mark == mark:
                self.incremental_remove(constraint)
                return False
            c.recalculate()
            self.consumers(c.output(), todo)
        return True

    def remove_downstream(self, out):
        out.determined_by = None
        out.walk_strength = WEAK
        out.stay = True
        unsatisfied = []
        todo = [out]
        while todo:
            v = todo.pop()
            for c in v.constraints:
                if not c.is_satisfied():
                    unsatisfied.append(c)
            for c in v.constraints:
                if c is not v.determined_by and c.is_satisfied():
                    c.recalculate()
                    todo.append(c.output())
        return unsatisfied

    def consumers(self, v, into):
        determining = v.determined_by
        for c in v.constraints:
            if c is not determining and c.is_satisfied():
                into.append(c)


def change(planner, variable, value):
    edit = Edit(variable, PREFERRED, planner)
    plan = planner.plan_for([edit])
    for _ in range(10):
        variable.value = value
        for c in plan:
            c.execute()
    edit.destroy(planner)


def chain(n):
    planner = Planner()
    variables = [Variable("v%d" % i) for i in range(n + 1)]
    for a, b in zip(variables, variables[1:]):
        Equality(a, b, REQUIRED, planner)
    Stay(variables[-1], STRONG + 3, planner)
    edit = Edit(variables[0], PREFERRED, planner)
    plan = planner.plan_for([edit])
    total = 0
    for i in range(100):
        variables[0].value = i
        for c in plan:
            c.execute()
        assert variables[-1].value == i
        total += variables[-1].value
    edit.destroy(planner)
    return total


def projection(n):
    planner = Planner()
    factor, offset = Variable("factor", 10), Variable("offset", 1000)
    source = dest = None
    dests = []
    for i in range(n):
        source, dest = Variable("s%d" % i, i), Variable("d%d" % i, i)
        dests.append(dest)
        Stay(source, NORMAL, planner)
        Scale(source, factor, offset, dest, REQUIRED, planner)
    change(planner, source, 17)
    assert dest.value == 1170, dest.value
    change(planner, dest, 1050)
    assert source.value == 5, source.value
    change(planner, factor, 5)
    change(planner, offset, 2000)
    return sum(d.value for d in dests)


def main(n):
    return chain(n), projection(n)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 20
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
