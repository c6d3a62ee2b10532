; Queens on a board of n by n, rows as a list that is shared between the tries.
(define (safe? row distance placed)
  (let loop ((distance distance) (placed placed))
    (if (null? placed)
        #t
        (let ((other (car placed)))
          (if (or (= other row) (= other (+ row distance)) (= other (- row distance)))
              #f
              (loop (+ distance 1) (cdr placed)))))))
(define (place column n placed)
  (if (= column n)
      1
      (let loop ((row 0) (found 0))
        (if (= row n)
            found
            (loop (+ row 1) (if (safe? row 1 placed) (+ found (place (+ column 1) n (cons row placed))) found))))))
(main (lambda (n) (place 0 n '())) 6)
