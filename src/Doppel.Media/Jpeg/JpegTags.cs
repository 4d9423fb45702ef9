using System.Text;

namespace Doppel.Media;

/// <summary>Reads tags from the application segments and comments of one JPEG.</summary>
internal sealed class JpegTags(HeaderReader file, TagBuilder tags)
{
    internal const byte App0 = 0xE0;
    internal const byte App1 = 0xE1;
    internal const byte Comment = 0xFE;

    private const int PiecesMax = 10_000;
    private const byte App2 = 0xE2;
    private const byte App13 = 0xED;
    private const byte App14 = 0xEE;
    private const byte App15 = 0xEF;

    // The pieces of data that is too long for one segment, sorted by position.
    private readonly SortedList<long, PayloadExtent> _extendedXmp = [];
    private readonly SortedList<long, PayloadExtent> _profile = [];
    private readonly List<PayloadExtent> _photoshop = [];
    private string _extendedId = "";

    /// <summary>Gets what a segment with XMP starts with.</summary>
    internal static ReadOnlySpan<byte> Xmp => "http://ns.adobe.com/xap/1.0/\0"u8;

    /// <summary>Gets what a segment with part of further XMP starts with.</summary>
    internal static ReadOnlySpan<byte> ExtendedXmp => "http://ns.adobe.com/xmp/extension/\0"u8;

    private static ReadOnlySpan<byte> Photoshop => "Photoshop 3.0\0"u8;

    private static ReadOnlySpan<byte> Profile => "ICC_PROFILE\0"u8;

    /// <summary>Reads one segment.</summary>
    /// <param name="marker">The marker.</param>
    /// <param name="content">The content after the length field.</param>
    internal void Read(byte marker, TagSlice content)
    {
        const int ExifBytes = 6;
        if (marker == Comment)
        {
            tags.Add(TagNames.Comment, content.Text());
        }
        else if (marker == App1 && content.Is(0, "Exif\0"u8))
        {
            ExifTags.Read(file, content.At + ExifBytes, content.Bytes - ExifBytes, tags);
        }
        else if (marker == App1 && content.Is(0, Xmp))
        {
            XmpTags.Read(file, content.At + Xmp.Length, content.Bytes - Xmp.Length, tags);
        }
        else if (marker == App1 && content.Is(0, ExtendedXmp))
        {
            ReadExtendedXmp(content.From(ExtendedXmp.Length));
        }
        else if (marker == App2 && content.Is(0, Profile))
        {
            // The number of the piece and the number of all pieces precede the data.
            Keep(_profile, content[Profile.Length], content.From(Profile.Length + 2));
        }
        else if (marker == App13 && content.Is(0, Photoshop))
        {
            _photoshop.Add(new PayloadExtent(content.At + Photoshop.Length, content.Bytes - Photoshop.Length));
        }
        else if (marker == App0 && content.Is(0, "JFIF\0"u8))
        {
            ReadJfif(content);
        }
        else if (marker == App0 && content.Is(0, "JFXX\0"u8))
        {
            tags.Add(TagNames.Thumbnail, content.Describe());
        }
        else if (marker is >= App0 and <= App15 && !(marker == App14 && content.Is(0, "Adobe"u8)))
        {
            AddOther(marker, content);
        }
    }

    /// <summary>Adds the tags that span several segments. Call it after the last segment.</summary>
    internal void End()
    {
        if (_photoshop.Count > 0)
        {
            TagSlice photoshop = TagSlice.Of(file, _photoshop);
            PhotoshopTags.Read(photoshop.File, photoshop.At, photoshop.Bytes, tags);
        }

        if (_profile.Count > 0)
        {
            tags.Add(TagNames.Profile, ColorProfile.Describe(TagSlice.Of(file, [.. _profile.Values])));
        }

        if (_extendedXmp.Count > 0)
        {
            TagSlice extended = TagSlice.Of(file, [.. _extendedXmp.Values]);
            XmpTags.Read(extended.File, extended.At, extended.Bytes, tags);
        }
    }

    // A version, the unit of the resolution, two resolutions, the size of a thumbnail and its pixels (ECMA TR/98).
    private void ReadJfif(TagSlice content)
    {
        const int UnitAt = 7, HeadBytes = 14;
        string unit = content[UnitAt] switch { 1 => "inch", 2 => "cm", _ => "" };
        tags.Add(
            "jpeg:Resolution",
            unit.Length > 0 ? $"{content.BigEndian(8, 2)} x {content.BigEndian(10, 2)} per {unit}" : "");
        if (content.Bytes > HeadBytes)
        {
            tags.Add(TagNames.Thumbnail, content.From(HeadBytes).Describe());
        }
    }

    private static void Keep(SortedList<long, PayloadExtent> pieces, long place, TagSlice piece)
    {
        if (piece.Bytes > 0 && pieces.Count < PiecesMax)
        {
            pieces[place] = new PayloadExtent(piece.At, piece.Bytes);
        }
    }

    // The digest of the whole XMP, its length, and the offset of this piece.
    private void ReadExtendedXmp(TagSlice content)
    {
        const int IdBytes = 32;
        string id = content.Part(0, IdBytes).Text(Encoding.Latin1);
        _extendedId = _extendedId.Length > 0 ? _extendedId : id;
        if (id == _extendedId)
        {
            Keep(_extendedXmp, content.BigEndian(IdBytes + 4, 4), content.From(IdBytes + 8));
        }
    }

    // Named after the characters that the content starts with.
    private void AddOther(byte marker, TagSlice content)
    {
        const int LettersMax = 12;
        byte[] letters = content.ToArray(LettersMax);
        int length = Array.FindIndex(letters, static one => one is < (byte)' ' or > (byte)'~');
        string name = Encoding.ASCII.GetString(letters, 0, length < 0 ? letters.Length : length).Trim();
        tags.Add($"jpeg:APP{marker - 0xE0}{(name.Length > 0 ? ":" : "")}{name}", content.Describe());
    }
}
