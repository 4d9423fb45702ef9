using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>
/// A part of an array, of exactly the length asked for, that is borrowed until the lease is disposed.
/// </summary>
/// <typeparam name="T">The type of elements.</typeparam>
/// <remarks>A struct that allocates nothing; what <see cref="Lease{T}"/> says of copies holds here too.</remarks>
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

    /// <summary>Elements borrowed: what was asked for.</summary>
    public int Length { get; }

    /// <summary>The borrowed elements; their content is unspecified at first.</summary>
    /// <exception cref="ObjectDisposedException">This lease, or a copy of it, has been disposed.</exception>
    /// <exception cref="InvalidOperationException">This is a default value, not a lease that a pool gave.</exception>
    public Span<T> Span => _lease.Value.AsSpan(0, Length);

    /// <summary>The same as <see cref="Span"/>, for calls that outlive the stack frame.</summary>
    public Memory<T> Memory => _lease.Value.AsMemory(0, Length);

    /// <summary>Gives the array back. Once only; a default value has nothing to give back.</summary>
    /// <exception cref="InvalidOperationException">This lease, or a copy of it, has been disposed already.</exception>
    public void Dispose() => _lease.Dispose();
}
