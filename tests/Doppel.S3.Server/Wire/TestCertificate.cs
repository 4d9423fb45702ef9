using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Doppel.S3.Server;

/// <summary>Makes certificates for loopback that nobody else signed.</summary>
public static class TestCertificate
{
    /// <summary>A certificate that is valid now for <c>localhost</c>, what is below it, and 127.0.0.1.</summary>
    public static X509Certificate2 Valid(TimeProvider? time = null) => Make(time, TimeSpan.FromDays(2));

    /// <summary>One that ended an hour ago.</summary>
    public static X509Certificate2 Expired(TimeProvider? time = null) => Make(time, TimeSpan.FromHours(-1));

    private static X509Certificate2 Make(TimeProvider? time, TimeSpan left)
    {
        DateTimeOffset now = (time ?? TimeProvider.System).GetUtcNow();
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddDnsName("*.localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using X509Certificate2 made = request.CreateSelfSigned(now.AddDays(-2), now + left);
        // Some systems serve only with a key that came out of a file.
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}
