;; Source of the bytes in `dot-kernel.ts` (`wat2wasm dot-kernel.wat`). Parameters are byte addresses; `row` runs from the first row to `end`,
;; `width` bytes at a time.
(module
  (import "env" "memory" (memory 0))
  (func (export "dot") (param $row i32) (param $end i32) (param $query i32) (param $result i32) (param $width i32)
    (local $factor i32) (local $next i32) (local $bytes v128) (local $sum v128)
    (block
      (br_if 0 (i32.ge_u (local.get $row) (local.get $end)))
      (loop $rows
        (local.set $sum (i32x4.splat (i32.const 0)))
        (local.set $factor (local.get $query))
        (local.set $next (i32.add (local.get $row) (local.get $width)))
        (loop $dimensions ;; sixteen a turn
          (local.set $sum
            (i32x4.add
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.tee $bytes (v128.load align=1 (local.get $row))))
                  (v128.load align=1 (local.get $factor)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $bytes))
                  (v128.load offset=16 align=1 (local.get $factor))))
              (local.get $sum)))
          (local.set $factor (i32.add (local.get $factor) (i32.const 32)))
          (br_if $dimensions
            (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $next))))
        (i32.store (local.get $result)
          (i32.add
            (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
              (i32x4.extract_lane 2 (local.get $sum)))
            (i32x4.extract_lane 3 (local.get $sum))))
        (local.set $result (i32.add (local.get $result) (i32.const 4)))
        (br_if $rows (i32.lt_u (local.get $row) (local.get $end)))))))
