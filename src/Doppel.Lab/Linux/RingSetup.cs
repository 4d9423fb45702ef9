using System.Runtime.InteropServices;

namespace Doppel.Lab;

/// <summary>struct io_uring_params, with the offsets of both rings; see io_uring_setup(2).</summary>
[StructLayout(LayoutKind.Explicit, Size = 120)]
internal readonly struct RingSetup
{
    [FieldOffset(0)]
    internal readonly uint SubmissionEntries;

    [FieldOffset(4)]
    internal readonly uint CompletionEntries;

    [FieldOffset(20)]
    internal readonly uint Features;

    [FieldOffset(44)]
    internal readonly uint SubmissionTail;

    [FieldOffset(48)]
    internal readonly uint SubmissionMask;

    [FieldOffset(64)]
    internal readonly uint SubmissionArray;

    [FieldOffset(80)]
    internal readonly uint CompletionHead;

    [FieldOffset(84)]
    internal readonly uint CompletionTail;

    [FieldOffset(88)]
    internal readonly uint CompletionMask;

    [FieldOffset(100)]
    internal readonly uint CompletionEntriesAt;
}
