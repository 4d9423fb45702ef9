namespace Doppel.Acting.Tests;

/// <summary>Stands for the end of the process: nothing but the closing of handles happens after it.</summary>
public sealed class CrashException() : Exception("the process ended here");
