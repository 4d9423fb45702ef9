namespace Doppel.Media;

/// <summary>Reads the maker note of Apple: a TIFF directory whose offsets count from the start of the note.</summary>
internal static class AppleNote
{
    private const int DirectoryAt = 14;
    private const int EntryBytes = 12;
    private const int EntriesMax = 200;
    private const int ContentIdentifierTag = 0x0011;

    /// <summary>
    /// Returns the identifier that a photo shares with its film, or an empty text if there is none or the note is of
    /// another maker.
    /// </summary>
    internal static string ContentIdentifier(TagSlice note)
    {
        bool isBigEndian = note.Is(12, "MM"u8);
        if (!note.Is(0, "Apple iOS\0"u8) || !(isBigEndian || note.Is(12, "II"u8)))
        {
            return "";
        }

        long count = isBigEndian ? note.BigEndian(DirectoryAt, 2) : note.LittleEndian(DirectoryAt, 2);
        for (long i = 0; i < Math.Min(count, EntriesMax); i++)
        {
            var entry = ExifEntry.Read(note, isBigEndian, DirectoryAt + 2 + (i * EntryBytes));
            if (entry is { Tag: ContentIdentifierTag, IsText: true })
            {
                return entry.Text();
            }
        }

        return "";
    }
}
