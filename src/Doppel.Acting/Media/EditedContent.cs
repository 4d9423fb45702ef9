using System.Security.Cryptography;
using Doppel.Media;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads, writes and recognizes the contents of a file before and after the edits of a run.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class EditedContent(IChangeableVolume volume)
{
    private const int BlockBytes = 128 * 1024;

    /// <summary>Returns the version that an open file has, or null if it cannot be read.</summary>
    internal static FileVersion? VersionOf(IMediaSource content) => Run(content, null);

    /// <summary>Returns whether a name refers to a file with a given content.</summary>
    internal bool Has(FolderHandle folder, ReadOnlySpan<byte> name, FileVersion version)
    {
        if (volume.OpenFile(folder, name, out FileHandle file, out FileFacts facts).Failed)
        {
            return false;
        }

        bool has = facts.Size == version.Size && VersionOf(new OpenMedia(volume, file, facts.Size)) == version;
        volume.Close(file);
        return has;
    }

    /// <summary>Writes content to an empty file.</summary>
    /// <param name="content">The content, read from another file.</param>
    /// <param name="version">What it must be.</param>
    /// <param name="file">The file.</param>
    internal VolumeError Write(IMediaSource content, FileVersion version, FileHandle file)
    {
        VolumeError error = VolumeError.None;
        bool isRight = Run(content, (at, block) =>
        {
            error = volume.Write(file, at, block);
            return !error.Failed;
        }) == version;
        return error.Failed || isRight ? error : new VolumeError(VolumeErrorKind.Changed);
    }

    /// <summary>
    /// Returns whether a name refers to the beginning of some content. After a power failure, a part that was not
    /// flushed may consist of zeros.
    /// </summary>
    internal bool IsPart(FolderHandle folder, ReadOnlySpan<byte> name, IMediaSource content)
    {
        if (volume.OpenFile(folder, name, out FileHandle file, out FileFacts facts).Failed)
        {
            return false;
        }

        bool differs = false;
        var part = new OpenMedia(volume, file, facts.Size);
        bool isPart = Run(part, (at, block) =>
        {
            byte[] expected = new byte[(int)Math.Clamp(content.Length - at, 0, block.Length)];
            int equal = differs || !content.TryRead(at, expected) ? 0 : block.CommonPrefixLength(expected);
            differs |= equal < block.Length;
            return !block[equal..].ContainsAnyExcept((byte)0);
        }) is not null;
        volume.Close(file);
        return isPart;
    }

    private static FileVersion? Run(IMediaSource content, BlockTaker? take)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        using var buffer = new NativeBuffer<byte>(BlockBytes);
        for (long at = 0; at < content.Length; at += BlockBytes)
        {
            Span<byte> block = buffer.Span[..(int)Math.Min(BlockBytes, content.Length - at)];
            if (!content.TryRead(at, block) || take?.Invoke(at, block) == false)
            {
                return null;
            }

            hash.AppendData(block);
        }

        return new FileVersion(content.Length, Convert.ToHexStringLower(hash.GetHashAndReset()));
    }

    private delegate bool BlockTaker(long at, ReadOnlySpan<byte> block);
}
