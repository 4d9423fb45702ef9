using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Doppel.Lab;

/// <summary>struct rusage of getrusage(2) on 64-bit systems, for the whole process.</summary>
[StructLayout(LayoutKind.Explicit, Size = 144)]
[SupportedOSPlatform("linux")]
internal readonly struct ProcessUse
{
    [FieldOffset(0)]
    private readonly long _userSeconds;

    [FieldOffset(8)]
    private readonly long _userMicroseconds;

    [FieldOffset(16)]
    private readonly long _systemSeconds;

    [FieldOffset(24)]
    private readonly long _systemMicroseconds;

    [FieldOffset(64)]
    internal readonly long MinorFaults;

    [FieldOffset(72)]
    internal readonly long MajorFaults;

    [FieldOffset(128)]
    internal readonly long VoluntarySwitches;

    [FieldOffset(136)]
    internal readonly long InvoluntarySwitches;

    internal double Seconds =>
        _userSeconds + _systemSeconds + ((_userMicroseconds + _systemMicroseconds) / 1_000_000.0);

    internal static unsafe bool TryRead(out ProcessUse use)
    {
        fixed (ProcessUse* place = &use)
        {
            return Libc.GetResourceUsage(Libc.UseOfProcess, place) == 0;
        }
    }
}
