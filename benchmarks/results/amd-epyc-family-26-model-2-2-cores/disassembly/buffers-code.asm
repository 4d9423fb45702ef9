; Doppel.Benchmarks.Kernels.Bytes.BufferKernels:ByteByByte(byte[],byte[]):int (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       xor      eax, eax
       mov      ecx, dword ptr [rdi+0x08]
       test     ecx, ecx
       jle      SHORT G_M000_IG05
G_M000_IG03:
       test     rsi, rsi
       je       SHORT G_M000_IG08
       mov      edx, dword ptr [rsi+0x08]
       cmp      edx, ecx
       jl       SHORT G_M000_IG08
       cmp      edx, eax
       jle      SHORT G_M000_IG05
       align    [3 bytes for IG04]
G_M000_IG04:
       mov      r8d, eax
       movzx    r9, byte  ptr [rdi+r8+0x10]
       cmp      r9b, byte  ptr [rsi+r8+0x10]
       jne      SHORT G_M000_IG09
       inc      eax
       cmp      ecx, eax
       jle      SHORT G_M000_IG05
       cmp      edx, eax
       jg       SHORT G_M000_IG04
G_M000_IG05:
       mov      eax, -1
G_M000_IG06:
       pop      rbp
       ret
G_M000_IG07:
       inc      eax
       cmp      ecx, eax
       jle      SHORT G_M000_IG05
G_M000_IG08:
       mov      edx, dword ptr [rsi+0x08]
       cmp      edx, eax
       jle      SHORT G_M000_IG05
       mov      edx, eax
       movzx    rdx, byte  ptr [rdi+rdx+0x10]
       mov      r8d, eax
       cmp      dl, byte  ptr [rsi+r8+0x10]
       je       SHORT G_M000_IG07
G_M000_IG09:
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.BufferKernels:FirstDifference(byte[],byte[]):int (FullOpts)
G_M000_IG01:
       push     rbp
       push     rbx
       push     rax
       lea      rbp, [rsp+0x10]
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       lea      rdx, bword ptr [rdi+0x10]
       mov      ecx, dword ptr [rdi+0x08]
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      rdx, rdx
       xor      ecx, ecx
G_M000_IG05:
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       lea      rax, bword ptr [rsi+0x10]
       mov      r8d, dword ptr [rsi+0x08]
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      rax, rax
       xor      r8d, r8d
G_M000_IG08:
       cmp      ecx, 64
       jl       SHORT G_M000_IG10
G_M000_IG09:
       cmp      r8d, 64
       jl       SHORT G_M000_IG10
       vmovups  zmm0, zmmword ptr [rdx]
       vpcmpeqb k1, zmm0, zmmword ptr [rax]
       kmovq    rdi, k1
       mov      rbx, rdi
       not      rbx
       test     rbx, rbx
       jne      SHORT G_M000_IG11
G_M000_IG10:
       mov      rdi, rdx
       mov      esi, ecx
       mov      rdx, rax
       mov      ecx, r8d
       call     [Doppel.Hashing.BlockComparer:FurtherDifference(System.ReadOnlySpan`1[byte],System.ReadOnlySpan`1[byte]):int]
       jmp      SHORT G_M000_IG12
G_M000_IG11:
       xor      eax, eax
       tzcnt    rax, rbx
G_M000_IG12:
       vzeroupper
       add      rsp, 8
       pop      rbx
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.BufferKernels:Int64Pointer(byte[],byte[]):int (FullOpts)
G_M000_IG01:
       push     rbp
       sub      rsp, 16
       lea      rbp, [rsp+0x10]
       xor      eax, eax
       mov      qword ptr [rbp-0x08], rax
       mov      qword ptr [rbp-0x10], rax
G_M000_IG02:
       mov      eax, dword ptr [rdi+0x08]
       mov      ecx, eax
       mov      gword ptr [rbp-0x08], rdi
       test     eax, eax
       je       SHORT G_M000_IG04
G_M000_IG03:
       add      rdi, 16
       jmp      SHORT G_M000_IG05
       align    [0 bytes for IG09]
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
       mov      eax, ecx
       shr      eax, 3
       xor      edx, edx
       test     eax, eax
       jle      SHORT G_M000_IG10
G_M000_IG09:
       movsxd   r8, edx
       mov      r9, qword ptr [rdi+8*r8]
       cmp      r9, qword ptr [rsi+8*r8]
       jne      SHORT G_M000_IG16
       inc      edx
       cmp      edx, eax
       jl       SHORT G_M000_IG09
G_M000_IG10:
       shl      eax, 3
       cmp      eax, ecx
       jge      SHORT G_M000_IG12
       align    [0 bytes for IG11]
G_M000_IG11:
       movsxd   rdx, eax
       movzx    r8, byte  ptr [rdi+rdx]
       cmp      r8b, byte  ptr [rsi+rdx]
       jne      SHORT G_M000_IG15
       inc      eax
       cmp      eax, ecx
       jl       SHORT G_M000_IG11
G_M000_IG12:
       xor      rax, rax
       mov      gword ptr [rbp-0x08], rax
G_M000_IG13:
       mov      gword ptr [rbp-0x10], rax
       mov      eax, -1
G_M000_IG14:
       add      rsp, 16
       pop      rbp
       ret
G_M000_IG15:
       add      rsp, 16
       pop      rbp
       ret
G_M000_IG16:
       lea      eax, [8*rdx]
G_M000_IG17:
       add      rsp, 16
       pop      rbp
       ret

; Doppel.Benchmarks.Kernels.Bytes.BufferKernels:VectorOfByte(byte[],byte[]):int (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       mov      eax, dword ptr [rdi+0x08]
       mov      ecx, eax
       mov      edx, ecx
       shr      edx, 5
       shl      edx, 5
       xor      r8d, r8d
       test     edx, edx
       jle      SHORT G_M000_IG05
G_M000_IG03:
       test     rsi, rsi
       je       G_M000_IG09
       cmp      eax, edx
       jl       G_M000_IG09
       mov      r9d, dword ptr [rsi+0x08]
       cmp      r9d, edx
       jl       G_M000_IG09
       align    [0 bytes for IG04]
G_M000_IG04:
       test     r8d, r8d
       jl       G_M000_IG16
       mov      r10d, eax
       sub      r10d, r8d
       cmp      r10d, 32
       jl       G_M000_IG16
       mov      r10d, r8d
       vmovups  ymm0, ymmword ptr [rdi+r10+0x10]
       mov      r10d, r9d
       sub      r10d, r8d
       cmp      r10d, 32
       jl       G_M000_IG16
       mov      r10d, r8d
       vpcmpfalseub k1, ymm0, ymmword ptr [rsi+r10+0x10]
       kortestd k1, k1
       jne      G_M000_IG14
       add      r8d, 32
       cmp      r8d, edx
       jl       SHORT G_M000_IG04
G_M000_IG05:
       cmp      edx, ecx
       jge      G_M000_IG11
       test     rsi, rsi
       je       G_M000_IG13
       test     edx, edx
       jl       G_M000_IG13
       mov      r9d, dword ptr [rsi+0x08]
       cmp      r9d, ecx
       jl       G_M000_IG13
       align    [0 bytes for IG06]
G_M000_IG06:
       mov      eax, edx
       movzx    r9, byte  ptr [rdi+rax+0x10]
       mov      eax, edx
       cmp      r9b, byte  ptr [rsi+rax+0x10]
       je       SHORT G_M000_IG10
G_M000_IG07:
       mov      eax, edx
G_M000_IG08:
       vzeroupper
       pop      rbp
       ret
G_M000_IG09:
       test     r8d, r8d
       jl       G_M000_IG16
       mov      r9d, eax
       sub      r9d, r8d
       cmp      r9d, 32
       jl       G_M000_IG16
       cmp      r8d, eax
       jae      G_M000_IG17
       mov      r9d, r8d
       vmovups  ymm0, ymmword ptr [rdi+r9+0x10]
       mov      r9d, dword ptr [rsi+0x08]
       mov      r10d, r9d
       sub      r10d, r8d
       cmp      r10d, 32
       jl       SHORT G_M000_IG16
       cmp      r8d, r9d
       jae      SHORT G_M000_IG17
       mov      r9d, r8d
       vpcmpfalseub k1, ymm0, ymmword ptr [rsi+r9+0x10]
       kortestd k1, k1
       jne      SHORT G_M000_IG14
       add      r8d, 32
       cmp      r8d, edx
       jl       SHORT G_M000_IG09
       jmp      G_M000_IG05
G_M000_IG10:
       inc      edx
       cmp      edx, ecx
       jl       G_M000_IG06
G_M000_IG11:
       mov      eax, -1
G_M000_IG12:
       vzeroupper
       pop      rbp
       ret
G_M000_IG13:
       cmp      edx, eax
       jae      SHORT G_M000_IG17
       mov      r8d, edx
       movzx    r8, byte  ptr [rdi+r8+0x10]
       mov      r9d, dword ptr [rsi+0x08]
       cmp      edx, r9d
       jae      SHORT G_M000_IG17
       mov      r9d, edx
       cmp      r8b, byte  ptr [rsi+r9+0x10]
       jne      G_M000_IG07
       inc      edx
       cmp      edx, ecx
       jl       SHORT G_M000_IG13
       jmp      SHORT G_M000_IG11
G_M000_IG14:
       mov      eax, r8d
G_M000_IG15:
       vzeroupper
       pop      rbp
       ret
G_M000_IG16:
       call     [System.ThrowHelper:ThrowArgumentOutOfRange_IndexMustBeLessOrEqualException()]
       int3
G_M000_IG17:
       call     CORINFO_HELP_RNGCHKFAIL
       int3

; Doppel.Benchmarks.Kernels.Bytes.BufferKernels:SequenceEqual(byte[],byte[]):int (FullOpts)
G_M000_IG01:
       push     rbp
       mov      rbp, rsp
G_M000_IG02:
       test     rdi, rdi
       je       SHORT G_M000_IG04
G_M000_IG03:
       lea      rax, bword ptr [rdi+0x10]
       mov      edx, dword ptr [rdi+0x08]
       jmp      SHORT G_M000_IG05
G_M000_IG04:
       xor      rax, rax
       xor      edx, edx
G_M000_IG05:
       test     rsi, rsi
       je       SHORT G_M000_IG07
G_M000_IG06:
       lea      rcx, bword ptr [rsi+0x10]
       mov      edi, dword ptr [rsi+0x08]
       jmp      SHORT G_M000_IG08
G_M000_IG07:
       xor      rcx, rcx
       xor      edi, edi
G_M000_IG08:
       cmp      edx, edi
       jne      SHORT G_M000_IG11
G_M000_IG09:
       mov      edx, edi
       mov      rdi, rax
       mov      rsi, rcx
       call     [System.SpanHelpers:SequenceEqual(byref,byref,nuint):bool]
       test     eax, eax
       je       SHORT G_M000_IG11
       mov      eax, -1
G_M000_IG10:
       pop      rbp
       ret
G_M000_IG11:
       xor      eax, eax
G_M000_IG12:
       pop      rbp
       ret
