using System.Buffers;
using System.Buffers.Text;

namespace Doppel.Media;

/// <summary>Decodes Base64 text (RFC 4648) at any offset.</summary>
/// <remarks>
/// Four characters encode three bytes, so nothing has to be buffered. The text must not contain line breaks.
/// </remarks>
internal sealed class Base64Source : IMediaSource
{
    private const int GroupsAtOnce = 1024;

    private readonly TagSlice _letters;

    private Base64Source(TagSlice letters, int missing)
    {
        _letters = letters;
        Length = (letters.Bytes / 4 * 3) - missing;
    }

    public long Length { get; }

    /// <summary>Creates a slice of the decoded bytes, or returns null if the text cannot be Base64.</summary>
    internal static TagSlice? TryOpen(TagSlice letters)
    {
        if (letters.Bytes < 4 || (letters.Bytes & 3) != 0)
        {
            return null;
        }

        int missing = letters[letters.Bytes - 1] == '=' ? 1 : 0;
        missing = letters[letters.Bytes - 2] == '=' ? 2 : missing;
        var reader = new HeaderReader();
        reader.Open(new Base64Source(letters, missing));
        return new TagSlice(reader, 0, reader.Length);
    }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        Span<byte> letters = stackalloc byte[4 * GroupsAtOnce];
        Span<byte> bytes = stackalloc byte[3 * GroupsAtOnce];
        while (!buffer.IsEmpty)
        {
            long group = offset / 3;
            int skipped = (int)(offset - (group * 3));
            long wanted = Math.Min((skipped + buffer.Length + 2L) / 3, (_letters.Bytes / 4) - group);
            int groups = (int)Math.Min(GroupsAtOnce, wanted);
            Span<byte> some = letters[..(groups * 4)];
            _letters.File.Copy(_letters.At + (group * 4), some);
            OperationStatus done = Base64.DecodeFromUtf8(some, bytes, out _, out int decoded);
            if (done != OperationStatus.Done || decoded <= skipped)
            {
                return false;
            }

            int taken = Math.Min(decoded - skipped, buffer.Length);
            bytes.Slice(skipped, taken).CopyTo(buffer);
            buffer = buffer[taken..];
            offset += taken;
        }

        return true;
    }
}
