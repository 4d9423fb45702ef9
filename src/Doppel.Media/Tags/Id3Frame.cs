namespace Doppel.Media;

/// <summary>One frame of ID3v2.</summary>
/// <param name="Id">Its letters, by the names of version 2.3 and 2.4 where there is one.</param>
/// <param name="Flags">What was done to its content; the second byte of flags.</param>
/// <param name="Content">What follows its header.</param>
internal readonly record struct Id3Frame(string Id, byte Flags, TagSlice Content)
{
    /// <summary>Reads the next frame and goes behind it.</summary>
    /// <param name="body">What lies between the tag's header and its end.</param>
    /// <param name="at">Where it begins; then where it ends.</param>
    /// <param name="version">2 to 4.</param>
    /// <param name="frame">The frame.</param>
    /// <returns>False where padding or something else follows.</returns>
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

    // Some programs write the length plainly where version 2.4 wants seven bits a byte. Where both may be meant, that
    // is meant behind which a frame, padding or the end follows.
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

    // A version 2.2 name that was copied into a later tag has a zero or blank as its last letter.
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
