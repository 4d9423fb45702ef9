using System.Text;

namespace Doppel.Media;

/// <summary>Describes color profiles (ICC.1).</summary>
internal static class ColorProfile
{
    private const int HeaderBytes = 128;
    private const int EntriesMax = 200;

    /// <summary>
    /// Describes a profile by its name, if it has one, its length and a digest. Returns an empty string if it is empty.
    /// </summary>
    internal static string Describe(TagSlice profile)
    {
        if (profile.Bytes == 0)
        {
            return "";
        }

        string name = Name(profile);
        return name.Length > 0 ? $"{name}, {profile.Describe()}" : profile.Describe();
    }

    private static string Name(TagSlice profile)
    {
        long count = Math.Min(profile.BigEndian(HeaderBytes, 4), EntriesMax);
        for (long i = 0; i < count; i++)
        {
            long entry = HeaderBytes + 4 + (i * 12);
            if (profile.Is(entry, "desc"u8))
            {
                TagSlice text = profile.Part(profile.BigEndian(entry + 4, 4), profile.BigEndian(entry + 8, 4));
                if (text.Is(0, "desc"u8))
                {
                    return TagText.UpToNul(text.Part(12, text.BigEndian(8, 4)).Text());
                }

                return text.Is(0, "mluc"u8)
                    ? text.Part(text.BigEndian(24, 4), text.BigEndian(20, 4)).Text(Encoding.BigEndianUnicode).Trim('\0')
                    : "";
            }
        }

        return "";
    }
}
