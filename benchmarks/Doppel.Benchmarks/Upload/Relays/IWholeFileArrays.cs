namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>Where arrays for whole files come from.</summary>
internal interface IWholeFileArrays
{
    /// <summary>What was rented and came back.</summary>
    RentTally Tally { get; }

    /// <summary>An array of at least so many bytes.</summary>
    byte[] Rent(int bytes);

    /// <summary>Takes it back.</summary>
    void Return(byte[] array);
}
