using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>struct rusage from getrusage(2) on 64-bit systems.</summary>
[StructLayout(LayoutKind.Explicit, Size = 144)]
internal readonly struct ResourceUsage
{
    private const int OfThread = 1; // RUSAGE_THREAD

    [FieldOffset(0)]
    private readonly long _userSeconds;

    [FieldOffset(8)]
    private readonly long _userMicroseconds;

    [FieldOffset(16)]
    private readonly long _systemSeconds;

    [FieldOffset(24)]
    private readonly long _systemMicroseconds;

    [FieldOffset(128)]
    internal readonly long VoluntarySwitches;

    internal TimeSpan Computed => TimeSpan.FromMicroseconds(
        ((_userSeconds + _systemSeconds) * 1_000_000) + _userMicroseconds + _systemMicroseconds);

    internal static unsafe bool TryRead(out ResourceUsage usage)
    {
        fixed (ResourceUsage* place = &usage)
        {
            return Libc.GetResourceUsage(OfThread, place) == 0;
        }
    }
}
