using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The outcome of one name's steps before it is told.</summary>
/// <param name="Status">Whether it was done.</param>
/// <param name="Reason">Why not.</param>
/// <param name="Cause">The error that the system gave, if it did.</param>
internal readonly record struct Step(ActStatus Status, string Reason, VolumeErrorKind Cause = VolumeErrorKind.None)
{
    internal static Step Done => new(ActStatus.Done, "");

    internal bool IsDone => Status == ActStatus.Done;

    internal static Step Skip(string reason) => new(ActStatus.Skipped, reason);

    internal static Step Idle(string reason) => new(ActStatus.Idle, reason);

    internal static Step Fail(IVolume volume, string what, VolumeError error) =>
        new(ActStatus.Failed, $"{what}: {volume.Describe(error)}", error.Kind);

    internal static Step Unfinished(string reason) => new(ActStatus.Unfinished, reason);
}
