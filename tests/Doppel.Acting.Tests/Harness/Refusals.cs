using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Why systems refuse calls.</summary>
internal static class Refusals
{
    // ENOSPC, EDQUOT, EIO, EPERM, EXDEV, EMLINK, EROFS, EOPNOTSUPP, EEXIST
    private static readonly VolumeError[] s_all =
    [
        new(VolumeErrorKind.Full, 28), new(VolumeErrorKind.Full, 122), new(VolumeErrorKind.InputOutput, 5),
        new(VolumeErrorKind.AccessDenied, 1), new(VolumeErrorKind.OtherVolume, 18),
        new(VolumeErrorKind.TooManyNames, 31), new(VolumeErrorKind.ReadOnly, 30),
        new(VolumeErrorKind.Unsupported, 95), new(VolumeErrorKind.Exists, 17),
    ];

    /// <summary>How many there are.</summary>
    internal static int Count => s_all.Length;

    /// <summary>Another one from number to number, and from seed to seed.</summary>
    internal static VolumeError Of(int number) => s_all[(number + TestRun.SeedOffset) % s_all.Length];
}
