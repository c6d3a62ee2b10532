; What random programs share. Each loop and each procedure asks `spent?`, so a program ends; all that it does to the fuel is seen at its end.
(define fuel 0)
(define (start seed) (set! fuel 4000) (print "program " seed))
(define (spent?) (set! fuel (- fuel 1)) (< fuel 0))
(define (note x) (write x) (newline))
(define (try f) (guard (e ((record? e) (get e message)) (else (list 'raised e))) (f)))
; Values are kept small, or a loop could make one that fills the memory.
(define (wrap n) (if (integer? n) (remainder n 1000003) n))
(define (cut l) (let loop ((l l) (n 12) (r '())) (if (and (pair? l) (> n 0)) (loop (cdr l) (- n 1) (cons (car l) r)) (reverse r))))
(define (clip s) (if (> (string-length s) 30) (substring s 0 30) s))
