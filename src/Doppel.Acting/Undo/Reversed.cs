using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// The outcome of reversing a name, or how to finish it once what was written for it is on disk.
/// </summary>
/// <param name="Step">The outcome, if nothing is left to do.</param>
/// <param name="Finish">
/// Gives a rebuilt file its name, or removes it if it could not be flushed to disk. Null if the outcome is final.
/// </param>
internal readonly record struct Reversed(Step Step, Func<VolumeError, Step>? Finish = null)
{
    public static implicit operator Reversed(Step step) => new(step);

    /// <summary>Adds a step that follows the last one.</summary>
    internal Reversed Then(Func<Step, Step> next) => Finish is { } finish
        ? this with { Finish = error => next(finish(error)) }
        : next(Step);
}

/// <summary>An open name of an inode, from which the other names of the inode are restored.</summary>
internal sealed class HeldFile
{
    /// <summary>
    /// Gets or sets the file, or <see cref="FileHandle.None"/> if there is none. The owner of this object closes it.
    /// </summary>
    internal FileHandle File { get; set; } = FileHandle.None;

    /// <summary>Gets or sets the file with its facts, if it was rebuilt and the catalog knows its content.</summary>
    internal LeasedFile? Copy { get; set; }
}
