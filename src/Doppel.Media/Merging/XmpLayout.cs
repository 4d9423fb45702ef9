using System.Xml;

namespace Doppel.Media;

/// <summary>Where the properties of an XMP packet are in its text.</summary>
/// <remarks>
/// Only properties that can be changed without touching anything else have a place. Not thread-safe.
/// </remarks>
internal sealed class XmpLayout
{
    private const int PropertyDepth = 2;

    private static readonly XmlReaderSettings s_settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = XmpSidecar.BytesMax,
    };

    private readonly string _text;
    private readonly List<int> _lines;
    private readonly Dictionary<(string Namespace, string Name), XmpPlace?> _properties = [];

    private XmpLayout(string text)
    {
        _text = text;
        _lines = [BomLetters(text)];
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.Length || text[i + 1] != '\n')))
            {
                _lines.Add(i + 1);
            }
        }
    }

    /// <summary>Gets where a description can be inserted, before the end of the RDF.</summary>
    internal int End { get; private set; } = -1;

    /// <summary>Gets what the packet is about, as the first description says.</summary>
    internal string About { get; private set; } = "";

    /// <summary>Returns the layout of a packet, or null if it is damaged or has none or several parts of RDF.</summary>
    internal static XmpLayout? Of(string text)
    {
        var layout = new XmpLayout(text);
        try
        {
            using var reader = XmlReader.Create(new StringReader(text[BomLetters(text)..]), s_settings);
            layout.ReadAll(reader);
        }
        catch (XmlException)
        {
            return null;
        }

        return layout.End > 0 ? layout : null;
    }

    /// <summary>Finds a property.</summary>
    /// <param name="property">The property.</param>
    /// <param name="place">Where it is, or null if it is not there, or is there in a form that is not changed.</param>
    /// <returns>Whether the property is there in any form.</returns>
    internal bool Find(XmpProperty property, out XmpPlace? place) =>
        _properties.TryGetValue((property.Namespace, property.Name), out place);

    private void ReadAll(XmlReader reader)
    {
        bool hasDescription = false;
        while (reader.Read())
        {
            if (reader is not { NodeType: XmlNodeType.Element, LocalName: "RDF", NamespaceURI: XmpNames.Rdf })
            {
                continue;
            }

            if (End >= 0)
            {
                throw new XmlException();
            }

            int depth = reader.Depth;
            bool isEmpty = reader.IsEmptyElement;
            while (!isEmpty && reader.Read() && reader.Depth > depth)
            {
                if (reader.NodeType == XmlNodeType.Element && reader.Depth == depth + 1)
                {
                    string about = reader.GetAttribute("about", XmpNames.Rdf) ?? reader.GetAttribute("about") ?? "";
                    About = hasDescription ? About : about;
                    hasDescription = true;
                    ReadAttributes(reader);
                }
                else if (reader.NodeType == XmlNodeType.Element && reader.Depth == depth + PropertyDepth)
                {
                    ReadProperty(reader);
                }
            }

            End = isEmpty ? throw new XmlException() : TagStart(reader);
        }
    }

    private void ReadAttributes(XmlReader reader)
    {
        while (reader.MoveToNextAttribute())
        {
            int start = _text.IndexOf('=', PositionOf(reader)) + 1;
            start = _text.AsSpan(start).IndexOfAny('"', '\'') is var quote and >= 0 ? start + quote : 0;
            int end = _text.IndexOf(_text[start], start + 1);
            Add(reader.NamespaceURI, reader.LocalName, new XmpPlace(start + 1, end, ListPrefix: null));
        }

        reader.MoveToElement();
    }

    // Ends at the last node of the property.
    private void ReadProperty(XmlReader reader)
    {
        (string space, string name) = (reader.NamespaceURI, reader.LocalName);
        int depth = reader.Depth;
        bool isPlain = !HasSyntax(reader);
        if (reader.IsEmptyElement)
        {
            Add(space, name, null);
            return;
        }

        XmpPlace? list = null;
        int start = -1;
        int lists = 0;
        while (reader.Read() && reader.Depth > depth)
        {
            start = start < 0 ? StartOf(reader) : start;
            isPlain &= reader.NodeType != XmlNodeType.Element;
            if (reader.Depth == depth + 1 && reader is
                { NodeType: XmlNodeType.Element, NamespaceURI: XmpNames.Rdf, LocalName: "Bag" or "Seq" })
            {
                lists += reader.IsEmptyElement ? PropertyDepth : 1;
            }
            else if (reader.Depth == depth + 1 && reader is
            { NodeType: XmlNodeType.EndElement, NamespaceURI: XmpNames.Rdf, LocalName: "Bag" or "Seq" })
            {
                int at = TagStart(reader);
                list = new XmpPlace(at, at, ListPrefix: reader.Prefix);
            }
        }

        int end = TagStart(reader);
        XmpPlace? found = lists == 1 ? list : null;
        Add(space, name, isPlain && start >= 0 ? new XmpPlace(start, end, ListPrefix: null) : found);
    }

    private static bool HasSyntax(XmlReader reader)
    {
        bool has = false;
        while (reader.MoveToNextAttribute())
        {
            has |= reader.NamespaceURI == XmpNames.Rdf;
        }

        reader.MoveToElement();
        return has;
    }

    // A property that is there twice has no place of its own.
    private void Add(string space, string name, XmpPlace? place) =>
        _properties[(space, name)] = _properties.ContainsKey((space, name)) ? null : place;

    private static int BomLetters(string text) => text.StartsWith('\uFEFF') ? 1 : 0;

    // The position of an element is that of its name, after "<" or "</".
    private int StartOf(XmlReader reader) => reader.NodeType switch
    {
        XmlNodeType.Element => PositionOf(reader) - 1,
        XmlNodeType.Text or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace => PositionOf(reader),
        _ => throw new XmlException(),
    };

    private int TagStart(XmlReader reader)
    {
        int start = PositionOf(reader) - "</".Length;
        return reader.NodeType == XmlNodeType.EndElement && _text.AsSpan(start).StartsWith("</")
            ? start
            : throw new XmlException();
    }

    private int PositionOf(XmlReader reader)
    {
        var info = (IXmlLineInfo)reader;
        int position = _lines[info.LineNumber - 1] + info.LinePosition - 1;
        return position >= "</".Length && position < _text.Length ? position : throw new XmlException();
    }
}

/// <summary>A range of the text of an XMP packet.</summary>
/// <param name="Start">The start of the value, or the end of the list.</param>
/// <param name="End">The end of the value, or the end of the list.</param>
/// <param name="ListPrefix">
/// The prefix of RDF at the end of a list, where values can be added; null for a value.
/// </param>
internal sealed record XmpPlace(int Start, int End, string? ListPrefix);
