using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// A folder whose files are always kept. It is identified by device and inode, whichever path leads to it, and by its
/// real path, unless it is a bucket, a prefix in one, or another machine.
/// </summary>
/// <param name="Path">The path as the user gave it.</param>
/// <param name="Device">The device number.</param>
/// <param name="Inode">The inode number.</param>
public sealed record ProtectedFolder(ReportName Path, ulong Device, ulong Inode)
{
    /// <summary>
    /// Gets whether it is a reference folder: a group without a copy below one is left as it is. Default: false.
    /// </summary>
    public bool IsReference { get; init; }

    /// <summary>
    /// Gets the path through no symbolic link, with each name as its folder lists it. Default: <see cref="Path"/>.
    /// </summary>
    public ReportName RealPath { get; init; } = Path;

    /// <summary>
    /// Returns whether this is the folder with these facts, or with this path: some FUSE programs give a folder another
    /// number each time.
    /// </summary>
    internal bool Is(in FileFacts facts, ReadOnlySpan<byte> path) =>
        (facts.Device == Device && facts.Inode == Inode) || path.SequenceEqual(RealPath.Bytes);

    /// <summary>Returns a bucket, or a prefix in one, whose objects are always kept.</summary>
    /// <param name="address"><c>s3://BUCKET</c> or <c>s3://BUCKET/PREFIX</c>.</param>
    public static ProtectedFolder OfObjects(ReportName address) => new(address, 0, ObjectName.NumberOf(address));

    /// <summary>Returns another machine, whose files are always kept.</summary>
    /// <param name="address"><c>host:MACHINE</c>.</param>
    public static ProtectedFolder OfHost(ReportName address) => new(address, 0, ObjectName.NumberOf(address));

    /// <summary>Finds a folder by path, following symbolic links.</summary>
    /// <param name="volume">The volume that holds the folder.</param>
    /// <param name="path">The absolute path of the folder.</param>
    /// <param name="folder">The folder, or null after a failure.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Unsupported"/> if the volume provides no number by which the folder can be
    /// recognized.
    /// </returns>
    public static VolumeError Look(IVolume volume, ReadOnlySpan<byte> path, out ProtectedFolder? folder)
    {
        ArgumentNullException.ThrowIfNull(volume);
        folder = null;
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        byte[] real = [];
        bool isKnown = volume is IChangeableVolume changeable && !changeable.PathOf(handle, out real).Failed;
        volume.Close(handle);
        if (facts.Inode == 0)
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        var given = new ReportName(path.ToArray());
        folder = new ProtectedFolder(given, facts.Device, facts.Inode)
        {
            RealPath = isKnown ? new ReportName(real) : given,
        };
        return VolumeError.None;
    }
}
