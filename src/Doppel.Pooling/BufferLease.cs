using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>
/// A rented section of an array, of exactly the requested length. Dispose the lease to return the array.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <remarks>A struct that allocates nothing. The rules for copies of <see cref="Lease{T}"/> apply here too.</remarks>
[SuppressMessage(
    "Performance", "CA1815:Override equals and operator equals on value types",
    Justification = "Leases are not compared.")]
public readonly struct BufferLease<T> : IDisposable
{
    private readonly Lease<T[]> _lease;

    internal BufferLease(Lease<T[]> lease, int length)
    {
        _lease = lease;
        Length = length;
    }

    /// <summary>The number of rented elements, which equals the requested length.</summary>
    public int Length { get; }

    /// <summary>The rented elements. Their initial content is unspecified.</summary>
    /// <exception cref="ObjectDisposedException">This lease, or a copy of it, has been disposed.</exception>
    /// <exception cref="InvalidOperationException">This is a default value, not a lease from a pool.</exception>
    public Span<T> Span => _lease.Value.AsSpan(0, Length);

    /// <summary>The same elements as <see cref="Span"/>, for uses that outlive the stack frame.</summary>
    public Memory<T> Memory => _lease.Value.AsMemory(0, Length);

    /// <summary>Returns the array to the pool. Call it exactly once. A default value returns nothing.</summary>
    /// <exception cref="InvalidOperationException">This lease, or a copy of it, has already been disposed.</exception>
    public void Dispose() => _lease.Dispose();
}
