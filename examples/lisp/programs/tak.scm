; Takeuchi's function: calls with three arguments, some in place of their caller.
(define (tak x y z)
  (if (< y x) (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y)) z))
(main (lambda (n) (tak n (quotient (* n 2) 3) (quotient n 3))) 12)
