using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The outcome of the steps for one name before it is reported.</summary>
/// <param name="Status">The outcome.</param>
/// <param name="Reason">Why the action was not performed.</param>
/// <param name="Cause">The system error that caused it, if any.</param>
internal readonly record struct Step(ActStatus Status, string Reason, VolumeErrorKind Cause = VolumeErrorKind.None)
{
    internal static Step Done => new(ActStatus.Done, "");

    internal bool IsDone => Status == ActStatus.Done;

    internal static Step Skip(string reason) => new(ActStatus.Skipped, reason);

    internal static Step Idle(string reason) => new(ActStatus.Idle, reason);

    internal static Step Fail(IVolume volume, string what, VolumeError error) =>
        new(ActStatus.Failed, $"{what}: {volume.Describe(error)}", error.Kind);

    internal static Step Unfinished(string reason) => new(ActStatus.Unfinished, reason);

    /// <summary>Adds the temporary name of a file that could not get its own name back.</summary>
    internal Step Left(string what, ReadOnlySpan<byte> temporary) =>
        Unfinished($"{Before}{what} is now {Encoding.ASCII.GetString(temporary)} next to it");

    /// <inheritdoc cref="Left(string, ReadOnlySpan{byte})"/>
    internal Step Left(string what, ReadOnlySpan<byte> temporary, IVolume volume, VolumeError error) =>
        Unfinished($"{Left(what, temporary).Reason} and cannot be moved back: {volume.Describe(error)}");

    /// <summary>Adds the temporary name of a file that could not be removed.</summary>
    internal Step NotRemoved(string what, ReadOnlySpan<byte> temporary, IVolume volume, VolumeError error) =>
        Unfinished(
            $"{Before}{what} {Encoding.ASCII.GetString(temporary)} next to it cannot be removed: "
            + volume.Describe(error));

    private string Before => Reason.Length > 0 ? $"{Reason}; " : "";
}
