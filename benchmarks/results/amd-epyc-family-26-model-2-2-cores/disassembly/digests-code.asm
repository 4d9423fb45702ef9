; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:PointerFromEnd(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       sub      rsp, 16
       lea      rbp, [rsp+0x10]
       xor      eax, eax
       mov      qword ptr [rbp-0x10], rax
G_M000_IG02:
       mov      gword ptr [rbp-0x08], rdi
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       mov      eax, dword ptr [rdi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG04
       add      rdi, 16
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      edi, edi
G_M000_IG05:
       mov      gword ptr [rbp-0x10], rsi
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       mov      eax, dword ptr [rsi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG07
       add      rsi, 16
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      esi, esi
G_M000_IG08:
       mov      rax, qword ptr [rdi+0x18]
       cmp      rax, qword ptr [rsi+0x18]
       jne      SHORT G_M000_IG10
G_M000_IG09:
       mov      rax, qword ptr [rdi+0x10]
       cmp      rax, qword ptr [rsi+0x10]
       jne      SHORT G_M000_IG10
       mov      rax, qword ptr [rdi+0x08]
       cmp      rax, qword ptr [rsi+0x08]
       je       SHORT G_M000_IG12
G_M000_IG10:
       xor      eax, eax
G_M000_IG11:
       add      rsp, 16
       pop      rbp
       ret
G_M000_IG12:
       mov      rax, qword ptr [rdi]
       cmp      rax, qword ptr [rsi]
       sete     al
       movzx    rax, al
G_M000_IG13:
       add      rsp, 16
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:PointerFromStart(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       sub      rsp, 16
       lea      rbp, [rsp+0x10]
       xor      eax, eax
       mov      qword ptr [rbp-0x10], rax
G_M000_IG02:
       mov      gword ptr [rbp-0x08], rdi
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       mov      eax, dword ptr [rdi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG04
       add      rdi, 16
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      edi, edi
G_M000_IG05:
       mov      gword ptr [rbp-0x10], rsi
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       mov      eax, dword ptr [rsi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG07
       add      rsi, 16
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      esi, esi
G_M000_IG08:
       mov      rax, qword ptr [rdi]
       cmp      rax, qword ptr [rsi]
       jne      SHORT G_M000_IG10
G_M000_IG09:
       mov      rax, qword ptr [rdi+0x08]
       cmp      rax, qword ptr [rsi+0x08]
       jne      SHORT G_M000_IG10
       mov      rax, qword ptr [rdi+0x10]
       cmp      rax, qword ptr [rsi+0x10]
       je       SHORT G_M000_IG12
G_M000_IG10:
       xor      eax, eax
G_M000_IG11:
       add      rsp, 16
       pop      rbp
       ret
G_M000_IG12:
       mov      rax, qword ptr [rdi+0x18]
       cmp      rax, qword ptr [rsi+0x18]
       sete     al
       movzx    rax, al
G_M000_IG13:
       add      rsp, 16
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:SpanFromEnd(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       lea      rcx, bword ptr [rdi+0x10]
       mov      eax, dword ptr [rdi+0x08]
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      rcx, rcx
       xor      eax, eax
G_M000_IG05:
       shr      eax, 3
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       lea      rdx, bword ptr [rsi+0x10]
       mov      edi, dword ptr [rsi+0x08]
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      rdx, rdx
       xor      edi, edi
G_M000_IG08:
       shr      edi, 3
       cmp      eax, 3
       jbe      SHORT G_M000_IG14
       mov      rax, qword ptr [rcx+0x18]
       cmp      edi, 3
       jbe      SHORT G_M000_IG14
       cmp      rax, qword ptr [rdx+0x18]
       jne      SHORT G_M000_IG10
G_M000_IG09:
       mov      rax, qword ptr [rcx+0x10]
       cmp      rax, qword ptr [rdx+0x10]
       jne      SHORT G_M000_IG10
       mov      rax, qword ptr [rcx+0x08]
       cmp      rax, qword ptr [rdx+0x08]
       je       SHORT G_M000_IG12
G_M000_IG10:
       xor      eax, eax
G_M000_IG11:
       pop      rbp
       ret
G_M000_IG12:
       mov      rax, qword ptr [rcx]
       cmp      rax, qword ptr [rdx]
       sete     al
       movzx    rax, al
G_M000_IG13:
       pop      rbp
       ret
G_M000_IG14:
       call     CORINFO_HELP_RNGCHKFAIL
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:SpanFromStart(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       lea      rcx, bword ptr [rdi+0x10]
       mov      edx, dword ptr [rdi+0x08]
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      rcx, rcx
       xor      edx, edx
G_M000_IG05:
       shr      edx, 3
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       lea      rdi, bword ptr [rsi+0x10]
       mov      esi, dword ptr [rsi+0x08]
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      rdi, rdi
       xor      esi, esi
G_M000_IG08:
       shr      esi, 3
       test     edx, edx
       je       SHORT G_M000_IG14
       mov      rax, qword ptr [rcx]
       test     esi, esi
       je       SHORT G_M000_IG14
       cmp      rax, qword ptr [rdi]
       jne      SHORT G_M000_IG10
G_M000_IG09:
       cmp      edx, 1
       jbe      SHORT G_M000_IG14
       mov      rax, qword ptr [rcx+0x08]
       cmp      esi, 1
       jbe      SHORT G_M000_IG14
       cmp      rax, qword ptr [rdi+0x08]
       jne      SHORT G_M000_IG10
       cmp      edx, 2
       jbe      SHORT G_M000_IG14
       mov      rax, qword ptr [rcx+0x10]
       cmp      esi, 2
       jbe      SHORT G_M000_IG14
       cmp      rax, qword ptr [rdi+0x10]
       je       SHORT G_M000_IG12
G_M000_IG10:
       xor      eax, eax
G_M000_IG11:
       pop      rbp
       ret
G_M000_IG12:
       cmp      edx, 3
       jbe      SHORT G_M000_IG14
       mov      rax, qword ptr [rcx+0x18]
       cmp      esi, 3
       jbe      SHORT G_M000_IG14
       cmp      rax, qword ptr [rdi+0x18]
       sete     al
       movzx    rax, al
G_M000_IG13:
       pop      rbp
       ret
G_M000_IG14:
       call     CORINFO_HELP_RNGCHKFAIL
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:Vector(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       mov      eax, dword ptr [rdi+0x08]
       cmp      eax, 32
       jl       SHORT G_M000_IG04
       vmovups  ymm0, ymmword ptr [rdi+0x10]
       mov      eax, dword ptr [rsi+0x08]
       cmp      eax, 32
       jl       SHORT G_M000_IG04
       vpcmpeqb k1, ymm0, ymmword ptr [rsi+0x10]
       kortestd k1, k1
       setb     al
       movzx    rax, al
G_M000_IG03:
       vzeroupper
       pop      rbp
       ret
G_M000_IG04:
       call     [System.ThrowHelper:ThrowArgumentOutOfRange_IndexMustBeLessOrEqualException()]
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:SequenceEqualConstant(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
       cmp      dword ptr [rdi+0x08], 32
       jl       SHORT G_M000_IG04
       add      rdi, 16
       test     rsi, rsi
       je       SHORT G_M000_IG04
       cmp      dword ptr [rsi+0x08], 32
       jl       SHORT G_M000_IG04
       add      rsi, 16
       vmovups  ymm0, ymmword ptr [rdi]
       vpcmpfalseuq k1, ymm0, ymmword ptr [rsi]
       kortestb k1, k1
       sete     al
       movzx    rax, al
G_M000_IG03:
       vzeroupper
       pop      rbp
       ret
G_M000_IG04:
       call     [System.ThrowHelper:ThrowArgumentOutOfRangeException()]
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest32Kernels:SequenceEqualN(byte[],byte[],int):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       cmp      dword ptr [rdi+0x08], edx
       jb       SHORT G_M000_IG13
       add      rdi, 16
       mov      eax, edx
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       test     edx, edx
       jne      SHORT G_M000_IG13
       xor      rdi, rdi
       xor      eax, eax
G_M000_IG05:
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       cmp      dword ptr [rsi+0x08], edx
       jb       SHORT G_M000_IG13
       add      rsi, 16
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       test     edx, edx
       jne      SHORT G_M000_IG13
       xor      rsi, rsi
       xor      edx, edx
G_M000_IG08:
       cmp      eax, edx
       je       SHORT G_M000_IG10
G_M000_IG09:
       xor      eax, eax
       jmp      SHORT G_M000_IG11
G_M000_IG10:
       mov      edx, edx
       call     [System.SpanHelpers:SequenceEqual(byref,byref,nuint):bool]
G_M000_IG11:
       nop
G_M000_IG12:
       pop      rbp
       ret
G_M000_IG13:
       call     [System.ThrowHelper:ThrowArgumentOutOfRangeException()]
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:PointerFromEnd(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       sub      rsp, 16
       lea      rbp, [rsp+0x10]
       xor      eax, eax
       mov      qword ptr [rbp-0x10], rax
G_M000_IG02:
       mov      gword ptr [rbp-0x08], rdi
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       mov      eax, dword ptr [rdi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG04
       add      rdi, 16
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      edi, edi
G_M000_IG05:
       mov      gword ptr [rbp-0x10], rsi
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       mov      eax, dword ptr [rsi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG07
       add      rsi, 16
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      esi, esi
G_M000_IG08:
       mov      rax, qword ptr [rdi+0x08]
       cmp      rax, qword ptr [rsi+0x08]
       je       SHORT G_M000_IG11
G_M000_IG09:
       xor      eax, eax
G_M000_IG10:
       add      rsp, 16
       pop      rbp
       ret
G_M000_IG11:
       mov      rax, qword ptr [rdi]
       cmp      rax, qword ptr [rsi]
       sete     al
       movzx    rax, al
G_M000_IG12:
       add      rsp, 16
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:PointerFromStart(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       sub      rsp, 16
       lea      rbp, [rsp+0x10]
       xor      eax, eax
       mov      qword ptr [rbp-0x10], rax
G_M000_IG02:
       mov      gword ptr [rbp-0x08], rdi
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       mov      eax, dword ptr [rdi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG04
       add      rdi, 16
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      edi, edi
G_M000_IG05:
       mov      gword ptr [rbp-0x10], rsi
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       mov      eax, dword ptr [rsi+0x08]
       test     eax, eax
       je       SHORT G_M000_IG07
       add      rsi, 16
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      esi, esi
G_M000_IG08:
       mov      rax, qword ptr [rdi]
       cmp      rax, qword ptr [rsi]
       je       SHORT G_M000_IG11
G_M000_IG09:
       xor      eax, eax
G_M000_IG10:
       add      rsp, 16
       pop      rbp
       ret
G_M000_IG11:
       mov      rax, qword ptr [rdi+0x08]
       cmp      rax, qword ptr [rsi+0x08]
       sete     al
       movzx    rax, al
G_M000_IG12:
       add      rsp, 16
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:SpanFromEnd(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       lea      rcx, bword ptr [rdi+0x10]
       mov      eax, dword ptr [rdi+0x08]
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      rcx, rcx
       xor      eax, eax
G_M000_IG05:
       shr      eax, 3
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       lea      rdx, bword ptr [rsi+0x10]
       mov      edi, dword ptr [rsi+0x08]
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      rdx, rdx
       xor      edi, edi
G_M000_IG08:
       shr      edi, 3
       cmp      eax, 1
       jbe      SHORT G_M000_IG13
       mov      rax, qword ptr [rcx+0x08]
       cmp      edi, 1
       jbe      SHORT G_M000_IG13
       cmp      rax, qword ptr [rdx+0x08]
       je       SHORT G_M000_IG11
G_M000_IG09:
       xor      eax, eax
G_M000_IG10:
       pop      rbp
       ret
G_M000_IG11:
       mov      rax, qword ptr [rcx]
       cmp      rax, qword ptr [rdx]
       sete     al
       movzx    rax, al
G_M000_IG12:
       pop      rbp
       ret
G_M000_IG13:
       call     CORINFO_HELP_RNGCHKFAIL
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:SpanFromStart(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       lea      rcx, bword ptr [rdi+0x10]
       mov      edx, dword ptr [rdi+0x08]
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      rcx, rcx
       xor      edx, edx
G_M000_IG05:
       shr      edx, 3
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       lea      rdi, bword ptr [rsi+0x10]
       mov      esi, dword ptr [rsi+0x08]
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      rdi, rdi
       xor      esi, esi
G_M000_IG08:
       shr      esi, 3
       test     edx, edx
       je       SHORT G_M000_IG13
       mov      rax, qword ptr [rcx]
       test     esi, esi
       je       SHORT G_M000_IG13
       cmp      rax, qword ptr [rdi]
       je       SHORT G_M000_IG11
G_M000_IG09:
       xor      eax, eax
G_M000_IG10:
       pop      rbp
       ret
G_M000_IG11:
       cmp      edx, 1
       jbe      SHORT G_M000_IG13
       mov      rax, qword ptr [rcx+0x08]
       cmp      esi, 1
       jbe      SHORT G_M000_IG13
       cmp      rax, qword ptr [rdi+0x08]
       sete     al
       movzx    rax, al
G_M000_IG12:
       pop      rbp
       ret
G_M000_IG13:
       call     CORINFO_HELP_RNGCHKFAIL
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:Vector(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       mov      eax, dword ptr [rdi+0x08]
       cmp      eax, 16
       jl       SHORT G_M000_IG04
       vmovups  xmm0, xmmword ptr [rdi+0x10]
       mov      eax, dword ptr [rsi+0x08]
       cmp      eax, 16
       jl       SHORT G_M000_IG04
       vpcmpeqb k1, xmm0, xmmword ptr [rsi+0x10]
       kortestw k1, k1
       setb     al
       movzx    rax, al
G_M000_IG03:
       pop      rbp
       ret
G_M000_IG04:
       call     [System.ThrowHelper:ThrowArgumentOutOfRange_IndexMustBeLessOrEqualException()]
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:SequenceEqualConstant(byte[],byte[]):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
       cmp      dword ptr [rdi+0x08], 16
       jl       SHORT G_M000_IG04
       add      rdi, 16
       test     rsi, rsi
       je       SHORT G_M000_IG04
       cmp      dword ptr [rsi+0x08], 16
       jl       SHORT G_M000_IG04
       add      rsi, 16
       vmovups  xmm0, xmmword ptr [rdi]
       vpcmpfalseuq k1, xmm0, xmmword ptr [rsi]
       kortestb k1, k1
       sete     al
       movzx    rax, al
G_M000_IG03:
       pop      rbp
       ret
G_M000_IG04:
       call     [System.ThrowHelper:ThrowArgumentOutOfRangeException()]
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:SequenceEqualN(byte[],byte[],int):bool (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       cmp      dword ptr [rdi+0x08], edx
       jb       SHORT G_M000_IG13
       add      rdi, 16
       mov      eax, edx
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       test     edx, edx
       jne      SHORT G_M000_IG13
       xor      rdi, rdi
       xor      eax, eax
G_M000_IG05:
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       cmp      dword ptr [rsi+0x08], edx
       jb       SHORT G_M000_IG13
       add      rsi, 16
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       test     edx, edx
       jne      SHORT G_M000_IG13
       xor      rsi, rsi
       xor      edx, edx
G_M000_IG08:
       cmp      eax, edx
       je       SHORT G_M000_IG10
G_M000_IG09:
       xor      eax, eax
       jmp      SHORT G_M000_IG11
G_M000_IG10:
       mov      edx, edx
       call     [System.SpanHelpers:SequenceEqual(byref,byref,nuint):bool]
G_M000_IG11:
       nop
G_M000_IG12:
       pop      rbp
       ret
G_M000_IG13:
       call     [System.ThrowHelper:ThrowArgumentOutOfRangeException()]
       int3

; Doppel.Benchmarks.Kernels.Bytes.Digest16Kernels:Ours(byref,byref):bool (FullOpts)
G_M000_IG01:
G_M000_IG02:
       mov      rax, qword ptr [rdi]
       mov      rcx, qword ptr [rdi+0x08]
       mov      rdx, qword ptr [rsi]
       mov      rdi, qword ptr [rsi+0x08]
       xor      rax, rdx
       xor      rcx, rdi
       or       rax, rcx
       sete     al
       movzx    rax, al
G_M000_IG03:
       ret
