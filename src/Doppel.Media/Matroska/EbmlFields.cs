namespace Doppel.Media;

/// <summary>
/// Finds elements inside another by their IDs, at any depth. If an ID occurs more than once, the first one counts.
/// </summary>
/// <remarks>Stores only elements that were requested in advance, so their number is bounded.</remarks>
internal sealed class EbmlFields
{
    private readonly Dictionary<uint, EbmlElement> _found = [];

    /// <summary>Walks through an element.</summary>
    /// <param name="file">The file.</param>
    /// <param name="around">The element.</param>
    /// <param name="entered">The IDs of elements that contain wanted elements.</param>
    /// <param name="wanted">The IDs of the elements to find.</param>
    internal EbmlFields(HeaderReader file, EbmlElement around, ReadOnlySpan<uint> entered, ReadOnlySpan<uint> wanted)
    {
        // The elements inside those entered have unique IDs, so the path to an element does not matter. The stack only
        // keeps a length from reaching past the end of the enclosing element.
        var ends = new Stack<long>([around.End]);
        for (long at = around.Start; ends.Count > 0;)
        {
            if (!EbmlElement.TryNextWithEnd(file, ref at, ends.Peek(), out EbmlElement element))
            {
                ends.Pop();
                continue;
            }

            if (entered.Contains(element.Id) && ends.Count <= entered.Length)
            {
                ends.Push(element.End);
                at = element.Start;
            }

            if (wanted.Contains(element.Id))
            {
                _found.TryAdd(element.Id, element);
            }
        }
    }

    /// <summary>Returns the element with an ID, or one with ID 0 if it was not found.</summary>
    internal EbmlElement Find(uint id) => _found.GetValueOrDefault(id);

    /// <summary>Returns the value of an unsigned integer element, or a default if it is missing or empty.</summary>
    internal long Unsigned(HeaderReader file, uint id, long otherwise = 0) =>
        Find(id) is { Id: not 0, Bytes: > 0 } element ? element.ReadUnsigned(file) : otherwise;

    /// <summary>Returns the value of a floating-point element, or a default if it is missing or empty.</summary>
    internal double Float(HeaderReader file, uint id, double otherwise = 0) =>
        Find(id) is { Id: not 0, Bytes: > 0 } element ? element.ReadFloat(file) : otherwise;
}
