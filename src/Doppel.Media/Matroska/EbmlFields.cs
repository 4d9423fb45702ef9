namespace Doppel.Media;

/// <summary>Elements inside of one, found by what they are, however deep they lie; of equal ones the first.</summary>
/// <remarks>Remembers those only that were asked for beforehand, so their number is bounded.</remarks>
internal sealed class EbmlFields
{
    private readonly Dictionary<uint, EbmlElement> _found = [];

    /// <summary>Walks through an element.</summary>
    /// <param name="file">The file.</param>
    /// <param name="around">The element.</param>
    /// <param name="entered">Those that hold others which are wanted.</param>
    /// <param name="wanted">Those to be remembered.</param>
    internal EbmlFields(HeaderReader file, EbmlElement around, ReadOnlySpan<uint> entered, ReadOnlySpan<uint> wanted)
    {
        // What stands in those entered has ids of its own, so going in without remembering the way out is enough, but
        // for a length that reaches over the end of what is around it.
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

    /// <summary>One of them; none with an id of 0 where it is not there.</summary>
    internal EbmlElement Find(uint id) => _found.GetValueOrDefault(id);

    /// <summary>One of them as a number; what it means to leave it out where it is not there, or empty.</summary>
    internal long Unsigned(HeaderReader file, uint id, long otherwise = 0) =>
        Find(id) is { Id: not 0, Bytes: > 0 } element ? element.ReadUnsigned(file) : otherwise;

    /// <summary>The same with a point.</summary>
    internal double Float(HeaderReader file, uint id, double otherwise = 0) =>
        Find(id) is { Id: not 0, Bytes: > 0 } element ? element.ReadFloat(file) : otherwise;
}
