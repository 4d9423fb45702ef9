using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Describes a file system that a plan acts on, and which safety guarantees it supports.</summary>
/// <param name="Facts">What is known about the file system.</param>
public sealed record ActedMount(MountFacts Facts)
{
    /// <summary>
    /// Gets whether writers are kept out while a file is compared and replaced. Elsewhere (overlay, FUSE, network file
    /// systems) a lease has no effect, and only the checks before and after protect a file.
    /// </summary>
    public bool KeepsWritersOut => Facts.FileSystem is "ext2" or "ext3" or "ext4" or "xfs" or "btrfs" or "tmpfs";

    /// <summary>
    /// Gets whether a name and a link to its keeper can be exchanged atomically, judging by the type of the file
    /// system. Elsewhere the name is missing for a moment.
    /// </summary>
    public bool ExchangesNames => KeepsWritersOut || Facts.FileSystem is "f2fs" or "bcachefs" or "ubifs" or "overlay";
}
