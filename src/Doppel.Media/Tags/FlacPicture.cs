using System.Text;

namespace Doppel.Media;

/// <summary>Reads a FLAC picture block (RFC 9639, 8.8), which Ogg stores in a comment.</summary>
internal static class FlacPicture
{
    /// <summary>Reads one picture block.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the block's content.</param>
    /// <param name="bytes">The length of the content in bytes.</param>
    /// <param name="tags">Receives the picture.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        const int NumbersBytes = 4 * 4; // width, height, depth, colors
        try
        {
            TagSlice block = TagSlice.Within(file, at, bytes);
            long kind = block.BigEndian(0, 4);
            TagSlice type = block.Part(8, block.BigEndian(4, 4));
            TagSlice rest = block.From(8 + block.BigEndian(4, 4));
            TagSlice description = rest.Part(4, rest.BigEndian(0, 4));
            rest = rest.From(4 + rest.BigEndian(0, 4) + NumbersBytes);
            TagSlice picture = rest.Part(4, rest.BigEndian(0, 4));
            string mime = type.Text(Encoding.Latin1);
            if (mime == "-->")
            {
                tags.Add("flac:PICTURE", picture.Text());
                return;
            }

            TagPicture.AddCover(tags, picture, mime, kind, description.Text(Encoding.UTF8));
        }
        catch (NotComparableException)
        {
            // A truncated picture is not added.
        }
    }
}
