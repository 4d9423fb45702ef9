namespace Doppel.Volumes;

/// <content>Shares blocks between files (ioctl_fideduperange(2)).</content>
public sealed unsafe partial class LinuxVolume
{
    /// <inheritdoc/>
    public VolumeError ShareBlocks(FileHandle source, FileHandle file, long offset, long length, out long sharedBytes)
    {
        var range = new DedupeRange
        {
            SourceOffset = (ulong)offset,
            Length = (ulong)length,
            Count = 1,
            File = file.Value,
            Offset = (ulong)offset,
        };
        sharedBytes = 0;
        if (Libc.Control(source.Value, Libc.ShareSameBlocks, &range) != 0)
        {
            VolumeError error = LastError();
            return error.Code == Errno.Invalid ? new VolumeError(VolumeErrorKind.Unsupported, error.Code) : error;
        }

        // The call itself succeeds even if a range was refused. On an overlay, this happens for every range.
        if (range.Status < 0)
        {
            VolumeError error = Errno.ToError(-range.Status);
            return error.Code == Errno.Invalid ? new VolumeError(VolumeErrorKind.Unsupported, error.Code) : error;
        }

        sharedBytes = range.Status == Libc.StretchDiffers ? 0 : (long)range.Shared;
        return new VolumeError(
            range.Status == Libc.StretchDiffers ? VolumeErrorKind.Changed : VolumeErrorKind.None);
    }
}
