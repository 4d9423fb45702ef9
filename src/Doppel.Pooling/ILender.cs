namespace Doppel.Pooling;

/// <summary>Whom a lease gives its item back to.</summary>
internal interface ILender<in T>
{
    /// <summary>Takes an item back that is known to be out.</summary>
    void TakeBack(T item);
}
