namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>The six items that the talk adds to each list.</summary>
internal static class TalkItems
{
    private static readonly object[] s_items = ["a", "b", "c", "d", "e", "f"];

    /// <summary>Adds all and returns how many the list has then, which tells whether it came empty.</summary>
    public static int Fill(List<object> list)
    {
        foreach (object item in s_items)
        {
            list.Add(item);
        }

        return list.Count;
    }
}
