using System.Diagnostics;

namespace Doppel.Volumes;

/// <content>Opens and reads objects.</content>
public sealed partial class S3Volume
{
    private const int ProbeBytes = 4096;

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        file = FileHandle.None;
        var reader = new ObjectReader(_listing.Client, _bucket, _failures, _stop.Token);
        VolumeError error = Reset(reader, at, path, out facts);
        if (error.Failed)
        {
            return error;
        }

        reader.Facts = facts;
        int slot = _files.Add(reader);
        if (slot < 0)
        {
            return new VolumeError(VolumeErrorKind.TooManyOpen);
        }

        file = new FileHandle(slot);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        read = 0;
        return _files.Find(file.Value)?.Read(offset, buffer, out read) ?? new VolumeError(VolumeErrorKind.Other);
    }

    /// <summary>Sends one request, for the whole object, and none for an empty one.</summary>
    /// <inheritdoc/>
    public VolumeError ReadAtOnce(FolderHandle at, ReadOnlySpan<byte> path, Span<byte> buffer, out int read)
    {
        read = -1;
        ObjectReader reader = RentReader();
        VolumeError error = Reset(reader, at, path, out _);
        if (!error.Failed)
        {
            error = reader.Read(0, buffer, out read);
            reader.Close();
        }

        _readers.Add(reader);
        return error;
    }

    /// <summary>Returns the listed facts, unless a read has found that the object is another one.</summary>
    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        ObjectReader? reader = _files.Find(file.Value);
        facts = reader?.Facts ?? default;
        return reader?.State ?? new VolumeError(VolumeErrorKind.Other);
    }

    /// <summary>Buckets have no extents.</summary>
    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        ArgumentNullException.ThrowIfNull(extents);
        extents.Clear();
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    /// <inheritdoc/>
    public void Close(FileHandle file) => _files.Remove(file.Value)?.Close();

    /// <summary>Measures one request for the first 4 KiB of an object.</summary>
    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        latency = default;
        ObjectReader reader = RentReader();
        VolumeError error = Reset(reader, at, path, out FileFacts facts);
        if (!error.Failed && facts.Size == 0)
        {
            error = new VolumeError(VolumeErrorKind.Unsupported);
        }

        if (!error.Failed)
        {
            Span<byte> buffer = stackalloc byte[ProbeBytes];
            long began = Stopwatch.GetTimestamp();
            error = reader.Read(0, buffer, out _);
            TimeSpan taken = Stopwatch.GetElapsedTime(began);
            latency = error.Failed ? default : taken;
            reader.Close();
        }

        _readers.Add(reader);
        return error;
    }

    private VolumeError Reset(ObjectReader reader, FolderHandle at, ReadOnlySpan<byte> path, out FileFacts facts)
    {
        facts = default;
        var target = new FollowedKey(stackalloc byte[FollowedKey.RoomBytes]);
        VolumeError error = Locate(at, path, ref target, out KeyIndex? index, out int number);
        if (error.Failed)
        {
            return error;
        }

        if (number == FolderNumber)
        {
            return new VolumeError(VolumeErrorKind.Changed);
        }

        error = ErrorOf(index![number].States);
        if (!error.Failed)
        {
            facts = FactsOf(index, number, target.Key);
            reader.Reset(index, number, target.Key);
        }

        return error;
    }

    private ObjectReader RentReader() => _readers.TryTake(out ObjectReader? reader)
        ? reader
        : new ObjectReader(_listing.Client, _bucket, _failures, _stop.Token);
}
