namespace Doppel.Lab;

/// <summary>Orders as people and JSON read them.</summary>
public static class OrderWord
{
    /// <summary>The word.</summary>
    public static string Of(ReadOrder order) => order switch
    {
        ReadOrder.Inode => "inode",
        ReadOrder.Extent => "extent",
        _ => "listed",
    };
}
