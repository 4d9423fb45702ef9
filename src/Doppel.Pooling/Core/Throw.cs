using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>
/// Throws exceptions for misuse of a pool, with advice. They are separate to keep the fast paths short.
/// </summary>
internal static class Throw
{
    [DoesNotReturn]
    internal static void PoolDisposed(string name) => throw new ObjectDisposedException(
        name, $"The pool '{name}' has been disposed. Nothing can be rented from it any more.");

    [DoesNotReturn]
    internal static void ReturnedTwice(string name) => throw new InvalidOperationException(
        $"An item of the pool '{name}' was returned that lies in the pool already. Return each item once; a lease finds"
        + " out who returned it first (see PoolChecks.Leaks).");

    [DoesNotReturn]
    internal static void NotFromHere(string parameter, string name, int length, int lengthMin) =>
        throw new ArgumentException(
            $"A length of {length} is none that the pool '{name}' lends: they are powers of two from {lengthMin} on."
            + " Return what was rented, to the pool that it was rented from, neither resized nor disposed.",
            parameter);

    [DoesNotReturn]
    internal static void NotALease() => throw new InvalidOperationException(
        "This is a default value and not a lease: nothing was rented. Ask a pool for a lease.");

    [DoesNotReturn]
    internal static void LeaseEnded() => throw new ObjectDisposedException(
        "Lease",
        "The lease has ended: it, or a copy of it, has been disposed, and what was borrowed may belong to another.");

    [DoesNotReturn]
    internal static void LeaseDisposedTwice() => throw new InvalidOperationException(
        "The lease has been disposed already, through this variable or a copy. Dispose a lease once; what was borrowed"
        + " may belong to another by now and was left alone.");
}
