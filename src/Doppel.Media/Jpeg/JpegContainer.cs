using System.Text;

namespace Doppel.Media;

/// <summary>
/// What the XMP of a JPEG says about the data behind the image: that it is a gain map (Ultra HDR), a film or depth.
/// </summary>
/// <remarks>
/// Viewers find that data only by this XMP: without it, an HDR photo looks like any other. The numbers in it do not
/// count, because they change with the length of other tags.
/// </remarks>
internal sealed class JpegContainer
{
    private const string Item = "Container:Directory/Container:Item/Item:Semantic";

    private readonly SortedSet<string> _meanings = new(StringComparer.Ordinal);

    // Parsing costs much more than finding out that most packets say nothing about it.
    private static ReadOnlySpan<byte> GainMapNames => "http://ns.adobe.com/hdr-gain-map/1.0/"u8;

    private static ReadOnlySpan<byte> ContainerNames => "http://ns.google.com/photos/1.0/container/"u8;

    /// <summary>Reads a segment, if it is XMP.</summary>
    /// <param name="content">The content of an APP1 segment.</param>
    internal void See(TagSlice content)
    {
        if (!content.Is(0, JpegTags.Xmp))
        {
            return;
        }

        TagSlice packet = content.From(JpegTags.Xmp.Length);
        ReadOnlySpan<byte> text = packet.ToArray();
        if (text.IndexOf(GainMapNames) >= 0 || text.IndexOf(ContainerNames) >= 0)
        {
            XmpTags.TryRead(packet.File, packet.At, packet.Bytes, Read);
        }
    }

    /// <summary>Adds what was said to the key.</summary>
    internal void AddTo(PayloadBuilder payload)
    {
        foreach (string meaning in _meanings)
        {
            payload.AddKey(Encoding.UTF8.GetBytes(meaning));
        }
    }

    private void Read(string property, string value)
    {
        if (property == "hdrgm:Version")
        {
            _meanings.Add(property);
        }
        else if (property == Item && value.Trim() is { Length: > 0 } meaning and not "Primary")
        {
            _meanings.Add(meaning);
        }
    }
}
