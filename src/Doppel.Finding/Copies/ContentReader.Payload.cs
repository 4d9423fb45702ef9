using Doppel.Media;

namespace Doppel.Finding;

/// <content>Reads the payload of a file as if it were contiguous.</content>
internal sealed partial class ContentReader
{
    // Reading through a gap costs less than another call.
    private const int GapBytesMax = 4096;

    private const int GatheredBytesMax = 256 * 1024;

    private MediaMapper? _mapper;
    private MediaScanner? _media;
    private OpenFileSource? _source;

    /// <summary>Gets this worker's source for media parsers, which is reused for one file after another.</summary>
    internal OpenFileSource Source => _source ??= new OpenFileSource(this);

    /// <summary>Reads the tags of an open file if its payload is what is being matched.</summary>
    /// <remarks>
    /// Call this once the file has proved to have a duplicate; reopening the file later would cost more than reading.
    /// </remarks>
    internal void ReadTags(in OpenCopy file)
    {
        if (copies.Payloads is not { } payloads || payloads.Tags.Has(payloads.ContentOf(file.Copy)))
        {
            return;
        }

        OpenFileSource source = SourceOf(file);
        if (payloads.StoredOf(file.Copy) is [PayloadExtent first, ..])
        {
            source.ReadBefore(first.Offset + OpenFileSource.BeginningBytes);
        }

        MediaTags tags = Mapper.ReadTags(source, payloads.FormatOf(file.Copy));
        if (copies.States[file.Copy] != CopyState.Failed)
        {
            payloads.Tags.Add(payloads.ContentOf(file.Copy), tags);
        }
    }

    /// <summary>
    /// Gets the scanner that recognizes media, or null if media matching is off. The table's scanners dispose it.
    /// </summary>
    internal MediaScanner? Media => _media ??= scanners?.Add(copies, this);

    private MediaMapper Mapper => _mapper ??= new MediaMapper();

    private OpenFileSource SourceOf(in OpenCopy file)
    {
        Source.Open(file);
        return Source;
    }

    // A payload with more extents than are kept is mapped again. This costs less than keeping all extents of every
    // file.
    private bool TryMap(PayloadTable payloads, ref OpenCopy file)
    {
        ReadOnlySpan<PayloadExtent> kept = payloads.StoredOf(file.Copy);
        PayloadMap? payload = kept.Length > 0 ? new PayloadMap(kept) : MapAnew(payloads, file);
        if (payload is not null)
        {
            file = file with { Payload = payload };
            return true;
        }

        file.Close();
        return false;
    }

    private PayloadMap? MapAnew(PayloadTable payloads, in OpenCopy file)
    {
        MediaResult result = Mapper.Map(SourceOf(file), payloads.Policy);
        if (result.Map is { } map && map.Key == payloads.KeyOf(file.Copy)
            && map.PayloadBytes == payloads.BytesOf(file.Copy))
        {
            return new PayloadMap(map);
        }

        if (copies.States[file.Copy] != CopyState.Failed)
        {
            Fail(file, new Volumes.VolumeError(Volumes.VolumeErrorKind.Changed));
        }

        return null;
    }

    private bool TryGather(in OpenCopy file, PayloadMap payload, long offset, Span<byte> buffer)
    {
        for (int index = payload.IndexOf(offset); !buffer.IsEmpty; index++)
        {
            PayloadExtent first = payload.From(index, offset);
            int last = LastOfOneReading(payload, index, first, buffer.Length, out int bytes);
            bool isRead = last == index
                ? TryReadFile(file, first.Offset, buffer[..bytes])
                : TryReadSeveral(file, payload, index, first, buffer[..bytes]);
            if (!isRead)
            {
                return false;
            }

            offset += bytes;
            buffer = buffer[bytes..];
            index = last;
        }

        return true;
    }

    // Returns the last extent that one read can cover: extents must follow each other in the file with only small gaps.
    private static int LastOfOneReading(
        PayloadMap payload, int index, PayloadExtent first, int wanted, out int bytes)
    {
        bytes = (int)Math.Min(wanted, first.Length);
        long end = first.Offset + bytes;
        while (bytes < wanted && index + 1 < payload.Count)
        {
            PayloadExtent next = payload[index + 1];
            int part = (int)Math.Min(wanted - bytes, next.Length);
            if (next.Offset < end || next.Offset - end > GapBytesMax
                || next.Offset + part - first.Offset > GatheredBytesMax)
            {
                break;
            }

            index++;
            bytes += part;
            end = next.Offset + part;
        }

        return index;
    }

    private bool TryReadSeveral(
        in OpenCopy file, PayloadMap payload, int index, PayloadExtent first, Span<byte> buffer)
    {
        int taken = (int)Math.Min(buffer.Length, first.Length);
        int left = buffer.Length - taken;
        long end = first.Offset + taken;
        for (int i = index + 1; left > 0; i++)
        {
            int part = (int)Math.Min(left, payload[i].Length);
            end = payload[i].Offset + part;
            left -= part;
        }

        Span<byte> span = _gathered.Take((int)(end - first.Offset));
        if (!TryReadFile(file, first.Offset, span))
        {
            return false;
        }

        for (PayloadExtent extent = first; ; extent = payload[++index])
        {
            int part = (int)Math.Min(buffer.Length, extent.Length);
            span.Slice((int)(extent.Offset - first.Offset), part).CopyTo(buffer);
            buffer = buffer[part..];
            if (buffer.IsEmpty)
            {
                return true;
            }
        }
    }
}
