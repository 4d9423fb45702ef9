using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Represents the file or symbolic link that loses its name.</summary>
internal interface IRemoved
{
    /// <summary>
    /// Gets whether no other program is waiting to write to it, nor to what has to stay in its place, as far as the
    /// file system can tell.
    /// </summary>
    bool IsUndisturbed { get; }

    /// <summary>
    /// Gets whether its content is safe without it, so that it may be removed even if another program has taken its
    /// name.
    /// </summary>
    bool IsContentKept { get; }

    /// <summary>Returns whether an entry is that file or link, changed or not.</summary>
    bool IsOld(in FileFacts facts);

    /// <summary>
    /// Returns whether it is as it was when it was compared: content, mode, owner, attributes and times.
    /// </summary>
    /// <param name="facts">The facts found under the temporary name right after it got that name.</param>
    bool IsAsCompared(in FileFacts facts);

    /// <summary>Returns whether it is unchanged since <see cref="IsAsCompared"/> was called.</summary>
    /// <param name="facts">The facts found under the temporary name now.</param>
    bool IsStillAsCompared(in FileFacts facts);
}
