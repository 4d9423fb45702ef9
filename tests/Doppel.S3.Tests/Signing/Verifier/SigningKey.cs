using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>The key of a day, a region and a service, and what it signs.</summary>
internal sealed class SigningKey
{
    private readonly byte[] _key;

    public SigningKey(string secret, string scope)
    {
        Scope = scope;
        _key = Encoding.UTF8.GetBytes("AWS4" + secret);
        foreach (string part in scope.Split('/'))
        {
            _key = HMACSHA256.HashData(_key, Encoding.UTF8.GetBytes(part));
        }
    }

    /// <summary>Day, region, service and the word that ends them.</summary>
    public string Scope { get; }

    public static string Hash(byte[] bytes) => Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant();

    public static string Hash(string text) => Hash(Encoding.Latin1.GetBytes(text));

    public string Sign(string text) =>
        Convert.ToHexString(HMACSHA256.HashData(_key, Encoding.UTF8.GetBytes(text))).ToLowerInvariant();
}
