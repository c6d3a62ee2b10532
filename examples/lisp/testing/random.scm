; What random programs share. Each loop and each procedure asks `spent?`, so a program ends; all that it does to the fuel is seen at its end.
(define fuel 0)
(define (start seed) (set! fuel 6000) (print "program " seed))
(define (spent?) (set! fuel (- fuel 1)) (< fuel 0))
; A loop can make a list of lists that are one, which would be endless in writing: what is printed is what can be seen from near.
(define (field f x d) (guard (e (else '-)) (seen (f x) d)))
(define (seen x d)
  (cond ((pair? x) (if (= d 0) 'deeper (cons (seen (car x) (- d 1)) (seen (cdr x) d))))
        ((vector? x) (cons 'vector (seen (vector->list x) d)))
        ((record? x)
         (if (= d 0)
             'deeper
             (list 'record (field (lambda (r) (get r a)) x (- d 1)) (field (lambda (r) (get r b)) x (- d 1))
                   (field (lambda (r) (get r c)) x (- d 1)))))
        (else x)))
(define (note x) (write (seen x 3)) (newline))
(define (try f) (guard (e ((record? e) (guard (other (else 'a-record)) (get e message))) (else (list 'raised e))) (f)))
; Values are kept small, or a loop could make one that fills the memory.
(define (wrap n) (if (integer? n) (remainder n 1000003) n))
(define (cut l) (let loop ((l l) (n 12) (r '())) (if (and (pair? l) (> n 0)) (loop (cdr l) (- n 1) (cons (car l) r)) (reverse r))))
(define (clip s) (if (> (string-length s) 30) (substring s 0 30) s))
