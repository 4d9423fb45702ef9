using System.Xml;

namespace Doppel.Media;

/// <summary>Reads XMP (ISO 16684-1), which stores properties as RDF.</summary>
internal static class XmpTags
{
    private const int CharactersMax = 4 << 20;
    private const int DepthMax = 64;

    private static readonly XmlReaderSettings s_settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = CharactersMax,
        ConformanceLevel = ConformanceLevel.Auto,
        CheckCharacters = false,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        IgnoreWhitespace = true,
    };

    /// <summary>Reads a packet.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the packet.</param>
    /// <param name="bytes">The length of the packet in bytes.</param>
    /// <param name="tags">Receives the tags. If the packet is damaged, only those that could be read.</param>
    /// <param name="kind">
    /// The prefix for names that the formats do not share. Other XML is read the same way with its own prefix.
    /// </param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags, string kind = "xmp")
    {
        var content = new XmpContent(tags, kind);
        if (!TryRead(file, at, bytes, content.Read))
        {
            tags.AddUnread($"{kind}:damaged", TagSlice.Within(file, at, bytes));
        }

        content.End();
    }

    /// <summary>
    /// Reads the properties of a packet. If it is damaged, reads only those before the damage and returns false.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the packet.</param>
    /// <param name="bytes">The length of the packet in bytes.</param>
    /// <param name="read">Receives each value, after the name of its property.</param>
    internal static bool TryRead(HeaderReader file, long at, long bytes, Action<string, string> read)
    {
        try
        {
            using var stream = new SliceStream(TrimZeros(TagSlice.Within(file, at, bytes)));
            using var reader = XmlReader.Create(stream, s_settings);
            ReadAll(reader, read);
            return true;
        }
        catch (Exception why) when (why is XmlException or NotComparableException)
        {
            return false;
        }
    }

    private static void ReadAll(XmlReader reader, Action<string, string> read)
    {
        // The name of each open element. RDF elements add nothing to it.
        var path = new Stack<string>();
        while (reader.Read() && reader.Depth < DepthMax)
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    bool isEmpty = reader.IsEmptyElement;
                    string name = XmpNames.Join(path.Count > 0 ? path.Peek() : "", reader);
                    ReadAttributes(reader, name, read);
                    if (!isEmpty)
                    {
                        path.Push(name);
                    }

                    break;
                case XmlNodeType.EndElement:
                    path.TryPop(out _);
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA when path.TryPeek(out string? property):
                    read(property, reader.Value);
                    break;
            }
        }
    }

    private static void ReadAttributes(XmlReader reader, string name, Action<string, string> read)
    {
        while (reader.MoveToNextAttribute())
        {
            if (reader.NamespaceURI == XmpNames.Rdf && reader.LocalName == "resource")
            {
                read(name, reader.Value);
            }
            else if (!XmpNames.IsSyntax(reader) && reader.NamespaceURI.Length > 0)
            {
                read(XmpNames.Join(name, reader), reader.Value);
            }
        }
    }

    // The padding at the end of a packet consists of whitespace, but some programs write zeros, which are not valid
    // XML.
    private static TagSlice TrimZeros(TagSlice packet)
    {
        long bytes = packet.Bytes;
        while (bytes > 0 && packet[bytes - 1] == 0)
        {
            bytes--;
        }

        return packet.Part(0, bytes);
    }
}
