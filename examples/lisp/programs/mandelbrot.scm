; Points of the set in a square of n by n: floats in three loops.
(define (inside? cr ci)
  (let loop ((zr 0.0) (zi 0.0) (k 0))
    (cond ((= k 50) 1)
          ((> (+ (* zr zr) (* zi zi)) 4.0) 0)
          (else (loop (+ (- (* zr zr) (* zi zi)) cr) (+ (* 2.0 zr zi) ci) (+ k 1))))))
(define (workload n)
  (let rows ((y 0) (sum 0))
    (if (= y n)
        sum
        (rows (+ y 1)
              (let columns ((x 0) (sum sum))
                (if (= x n)
                    sum
                    (columns (+ x 1)
                             (+ sum (inside? (- (/ (* 2.0 x) n) 1.5) (- (/ (* 2.0 y) n) 1.0))))))))))
(main workload 40)
