namespace Doppel.Lab;

/// <summary>The words for orders in text and JSON.</summary>
public static class OrderWord
{
    /// <summary>Returns the word for an order.</summary>
    public static string Of(ReadOrder order) => order switch
    {
        ReadOrder.Inode => "inode",
        ReadOrder.Extent => "extent",
        _ => "listed",
    };
}
