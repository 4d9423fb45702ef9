using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A file system that a plan acts on, and how far it can keep what acting promises.</summary>
/// <param name="Facts">What is known of it.</param>
public sealed record ActedMount(MountFacts Facts)
{
    /// <summary>
    /// Whether nobody can begin to write to a file while it is compared and replaced. Elsewhere (overlay, FUSE,
    /// networks) a lease keeps nobody out, and only looks before and after guard a file.
    /// </summary>
    public bool KeepsWritersOut => Facts.FileSystem is "ext2" or "ext3" or "ext4" or "xfs" or "btrfs" or "tmpfs";

    /// <summary>
    /// Whether a name and a link to its keeper change places in one step, as far as the file system's name tells.
    /// Elsewhere the name is missing for a moment.
    /// </summary>
    public bool ExchangesNames => KeepsWritersOut || Facts.FileSystem is "f2fs" or "bcachefs" or "ubifs" or "overlay";
}
