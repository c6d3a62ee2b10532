; Records: fields by name, hidden classes, some places that see many.
(define p (record (x 1) (y 2)))
(let loop ((i 0)) (when (< i 3000) (put! p x (+ (get p x) (get p y))) (loop (+ i 1))))
(print p)
(define shapes
  (list (record (kind 'square) (side 3) (area (lambda (s) (* (get s side) (get s side)))))
        (record (kind 'box) (width 2) (height 5) (area (lambda (s) (* (get s width) (get s height)))))
        (record (area (lambda (s) 1)) (kind 'dot))))
(define (area s) ((get s area) s))
(print (let loop ((i 0) (sum 0)) (if (= i 1000) sum (loop (+ i 1) (fold (lambda (s sum) (+ sum (area s))) sum shapes)))))
; More hidden classes at one place than traces tell apart.
(define many
  (list (record (a 1)) (record (b 1) (a 2)) (record (c 1) (a 3)) (record (d 1) (a 4)) (record (e 1) (a 5))
        (record (f 1) (a 6)) (record (g 1) (a 7)) (record (h 1) (a 8)) (record (i 1) (a 9)) (record (j 1) (a 10))
        (record (k 1) (a 11)) (record (l 1) (a 12)) (record (m 1) (a 13)) (record (n 1) (a 14)) (record (o 1) (a 15))
        (record (p 1) (a 16)) (record (q 1) (a 17)) (record (r 1) (a 18)) (record (s 1) (a 19)) (record (t 1) (a 20))))
(print (let loop ((i 0) (sum 0))
  (if (= i 300) sum (loop (+ i 1) (fold (lambda (r sum) (put! r a (+ (get r a) 1)) (+ sum (get r a))) sum many)))))
(define (list-of n) (let loop ((i 0) (l #f)) (if (= i n) l (loop (+ i 1) (record (value i) (next l))))))
(print (let loop ((l (list-of 2000)) (sum 0)) (if l (loop (get l next) (+ sum (get l value))) sum)))
(print (record) (eq? p p) (equal? (record (x 1)) (record (x 1))))
