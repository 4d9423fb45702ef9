using System.Text;

namespace Doppel.Media;

/// <summary>Reads the notes that Samsung's phones put into a photo, with a directory at their end.</summary>
internal static class SamsungTags
{
    private const int EntryBytes = 12;
    private const int NameBytesMax = 100;
    private const int TextBytesMax = 1024;

    /// <summary>Reads all notes.</summary>
    /// <param name="notes">The content of a box <c>sefd</c>.</param>
    /// <param name="tags">Receives the tags.</param>
    internal static void Read(TagSlice notes, TagBuilder tags)
    {
        // At the end: the length of the directory, and SEFT. The directory: SEFH, a version, the number of entries.
        const int TailBytes = 8, HeadBytes = 12;
        long end = notes.Bytes - TailBytes;
        long directory = end - notes.LittleEndian(end, 4);
        if (end < 0 || directory < 0 || !notes.Is(end + 4, "SEFT"u8) || !notes.Is(directory, "SEFH"u8))
        {
            return;
        }

        long count = Math.Min(notes.LittleEndian(directory + 8, 4), (end - directory - HeadBytes) / EntryBytes);
        for (int i = 0; i < count; i++)
        {
            // Two kinds, how far in front of the directory the note is, and its length.
            long entry = directory + HeadBytes + (i * EntryBytes);
            long at = directory - notes.LittleEndian(entry + 4, 4);
            if (at >= 0)
            {
                Add(notes.Part(at, notes.LittleEndian(entry + 8, 4)), tags);
            }
        }
    }

    // The kinds again, the length of a name, the name, and the value.
    private static void Add(TagSlice note, TagBuilder tags)
    {
        const int NameAt = 8;
        long nameBytes = note.LittleEndian(4, 4);
        if (nameBytes is > 0 and <= NameBytesMax && NameAt + nameBytes <= note.Bytes)
        {
            string name = note.Part(NameAt, nameBytes).Text(Encoding.Latin1);
            TagSlice value = note.From(NameAt + nameBytes);
            byte[] text = value.ToArray(TextBytesMax);
            bool isText = value.Bytes <= TextBytesMax
                && Array.TrueForAll(text, static one => one is >= (byte)' ' and <= (byte)'~');
            tags.Add($"samsung:{name}", isText ? Encoding.ASCII.GetString(text) : value.Describe());
        }
    }
}
