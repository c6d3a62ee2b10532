; An interpreter of a small language, as a tree of lists: an environment of pairs, tests by symbol.
(define (lookup name env) (if (eq? (car (car env)) name) (cdr (car env)) (lookup name (cdr env))))
(define (run e env)
  (cond ((integer? e) e)
        ((symbol? e) (lookup e env))
        (else
         (case (car e)
           ((add) (+ (run (cadr e) env) (run (caddr e) env)))
           ((sub) (- (run (cadr e) env) (run (caddr e) env)))
           ((less) (< (run (cadr e) env) (run (caddr e) env)))
           ((if) (if (run (cadr e) env) (run (caddr e) env) (run (list-ref e 3) env)))
           (else (call (lookup (car e) functions) (run (cadr e) env)))))))
(define (call f x) (run (cdr f) (cons (cons (car f) x) '())))
(define functions
  (list (cons 'fib '(n . (if (less n 2) n (add (fib (sub n 1)) (fib (sub n 2))))))))
(define (workload n) (call (cdr (car functions)) n))
(main workload 12)
