namespace Doppel.Volumes.Tests;

/// <summary>Waits for a handle that was closed here and is still open elsewhere.</summary>
/// <remarks>
/// A process that another test is starting has a copy of every handle of this process until it runs its program, so
/// that a lock or a lease may be refused for a moment.
/// </remarks>
public static class Patient
{
    /// <summary>Repeats an attempt until it is no longer refused as busy, for at most ten seconds.</summary>
    public static VolumeError Try(Func<VolumeError> attempt)
    {
        VolumeError error = default;
        SpinWait.SpinUntil(() => (error = attempt()).Kind != VolumeErrorKind.Busy, TimeSpan.FromSeconds(10));
        return error;
    }
}
