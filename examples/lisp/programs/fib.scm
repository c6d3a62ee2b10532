; Calls of a global procedure that is not a loop.
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(main fib 18)
