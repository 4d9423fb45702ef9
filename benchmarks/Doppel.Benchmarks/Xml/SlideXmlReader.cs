namespace Doppel.Benchmarks.Xml;

/// <summary>
/// The reader of the talk's slides, rebuilt from its idea: bytes of a stream are looked at one by one until the start
/// tag has gone by, and those up to the next tag are the value, each one a character.
/// </summary>
/// <remarks>
/// It decodes neither references nor UTF-8, knows no depth and does not notice a document that is cut off.
/// </remarks>
internal static class SlideXmlReader
{
    public static string ReadString(Stream stream, ReadOnlySpan<char> elementName, int valueBufferLength)
    {
        Span<char> buffer = stackalloc char[valueBufferLength];
        int written = ReadTo(stream, elementName, buffer);
        return written < 0 ? string.Empty : buffer[..written].ToString();
    }

    private static int ReadTo(Stream stream, ReadOnlySpan<char> elementName, Span<char> value)
    {
        int matched = -1;
        int next;
        while ((next = stream.ReadByte()) >= 0)
        {
            if (matched >= 0 && matched == elementName.Length && next == '>')
            {
                return ReadValue(stream, value);
            }

            matched = next switch
            {
                '<' => 0,
                _ when matched >= 0 && matched < elementName.Length && elementName[matched] == next => matched + 1,
                _ => -1,
            };
        }

        return -1;
    }

    private static int ReadValue(Stream stream, Span<char> value)
    {
        int written = 0;
        int next;
        while ((next = stream.ReadByte()) >= 0 && next != '<')
        {
            value[written++] = (char)next;
        }

        return written;
    }
}
