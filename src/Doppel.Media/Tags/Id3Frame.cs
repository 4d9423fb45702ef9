namespace Doppel.Media;

/// <summary>One ID3v2 frame.</summary>
/// <param name="Id">The frame identifier, converted to that of versions 2.3 and 2.4 where one exists.</param>
/// <param name="Flags">The second flag byte, which describes how the content is encoded.</param>
/// <param name="Content">The bytes after the frame header.</param>
internal readonly record struct Id3Frame(string Id, byte Flags, TagSlice Content)
{
    /// <summary>Reads the next frame and advances past it.</summary>
    /// <param name="body">The bytes between the tag header and the end of the tag.</param>
    /// <param name="at">The offset of the frame. On return, the offset of its end.</param>
    /// <param name="version">The major version of the tag, 2 to 4.</param>
    /// <param name="frame">The frame.</param>
    /// <returns>True if a frame was read; false if padding or anything else follows.</returns>
    internal static bool TryNext(TagSlice body, ref long at, int version, out Id3Frame frame)
    {
        frame = default;
        int letters = version == 2 ? 3 : 4;
        int header = version == 2 ? 6 : 10;
        if (at < 0 || at + header > body.Bytes || !IsId(body, at, letters))
        {
            return false;
        }

        long bytes = version == 2 ? body.BigEndian(at + 3, 3) : body.BigEndian(at + 4, 4);
        bytes = version == 4 ? Bytes4(body, at + header, bytes) : bytes;
        string id = System.Text.Encoding.Latin1.GetString(body.Part(at, letters).ToArray()).TrimEnd('\0', ' ');
        frame = new Id3Frame(
            id.Length == 3 ? Id3Names.Full(id) : id, version == 2 ? (byte)0 : body[at + 9],
            body.Part(at + header, bytes));
        at += header + bytes;
        return true;
    }

    // Some programs write a plain length where version 2.4 requires seven bits per byte. If both readings are possible,
    // use the one after which another frame, padding or the end of the tag follows.
    private static long Bytes4(TagSlice body, long content, long plain)
    {
        long safe = Id3Tags.SyncSafe(plain);
        bool canBeSafe = (plain & 0x8080_8080) == 0;
        return plain < 0x80 || (canBeSafe && (IsEdge(body, content + safe) || !IsEdge(body, content + plain)))
            ? safe
            : plain;
    }

    private static bool IsEdge(TagSlice body, long at) =>
        at == body.Bytes || (at < body.Bytes && (body[at] == 0 || IsId(body, at, 4)));

    // A version 2.2 identifier copied into a later tag has a zero or a space as its fourth character.
    private static bool IsId(TagSlice body, long at, int letters)
    {
        for (int i = 0; i < letters; i++)
        {
            if (body[at + i] is not ((>= (byte)'A' and <= (byte)'Z') or (>= (byte)'0' and <= (byte)'9'))
                && !(i == 3 && body[at + i] is 0 or (byte)' '))
            {
                return false;
            }
        }

        return true;
    }
}
